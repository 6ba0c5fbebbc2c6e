//! What is not about one game.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use kit::RecordHead;
use serde::Deserialize;

use super::{Sent, Shared};
use crate::{
    error::Failure,
    verify::{Noted, Verdict, glance, verify},
};

/// A record to be checked.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// The record as text.
    record: String,
    /// The receipt of the promise, if somebody has kept it.
    receipt: Option<String>,
    /// Words that somebody has added and kept, by seat.
    #[serde(default)]
    words: BTreeMap<String, String>,
}

/// Checks a record: every decision by the rules, every die by the secret
#[utoipa::path(post, path = "/api/verify", tag = "service", request_body = RecordRequest,
    responses((status = 200, body = Verdict)))]
pub async fn verify_record(
    State(host): Shared,
    Sent(asked): Sent<RecordRequest>,
) -> Result<Json<Verdict>, Failure> {
    glance(&asked.record).map_err(Failure::setup)?;
    if let Ok(head) = RecordHead::read(&asked.record)
        && let (Some(patch), Some(game)) = (&head.setup.patch, host.shelf.playable(&head.game))
    {
        host.admit_variant(game, patch).await?;
    }
    let shelf = host.shelf;
    let noted = Noted { receipt: asked.receipt, words: asked.words };
    host.ask(move || verify(&asked.record, &shelf, &noted).map_err(Failure::setup)).await.map(Json)
}
