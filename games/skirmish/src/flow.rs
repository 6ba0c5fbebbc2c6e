//! The sequence of play, step by step.

mod acting;
mod assault;
mod collapsing;
mod deploying;
mod destinations;
mod forming;
mod guns;
mod marching;
mod orders;
mod performing;
mod phases;
mod planning;
mod reacting;
mod retreat;
mod riding;
mod routing;
mod shelling;
mod turns;

pub use acting::{Acting, Readying};
pub use collapsing::Collapsing;
pub use deploying::Deploying;
pub(crate) use deploying::Stood;
pub use forming::Forming;
pub use kit::flow::Over;
pub use marching::{Dodging, Marching, Pending};
pub use orders::Orders;
pub use performing::Performing;
pub use phases::{Declaring, Phase};
pub use planning::{Asking, Marking, Planning, Requesting};
pub use reacting::{Duel, Reacting};
pub use riding::{Alighting, Unhooking};
pub use routing::Routing;
pub use shelling::{Dropping, Shelling};
pub use turns::{GameTurn, Initiative};

use crate::{
    barrage::Bombard,
    clash::{Dare, DeviceOrders, Flames, Melee, MeleeNerve, Mine, Overrun, Rally, Storming, Throw},
    fire::{
        FireOrders, Hit, Inside, Lob, PickPart, Pierce, SkyStrike, Splinters, Stray, Volleys, WallHit,
        WallSplinters,
    },
    game::Skirmish,
    harm::{Lots, Tests},
};

kit::steps! {
    /// The steps of the game.
    pub enum Step of Skirmish {
        decisions {
            Deploying,
            Requesting,
            Marking,
            Declaring,
            Acting,
            Orders,
            Alighting,
            Unhooking,
            FireOrders,
            PickPart,
            DeviceOrders,
            Storming,
            Routing,
            Forming,
            Reacting,
            Dropping,
            Over,
        }
        procedures {
            GameTurn,
            Initiative,
            Planning,
            Asking,
            Phase,
            Readying,
            Performing,
            Volleys,
            Hit,
            Pierce,
            SkyStrike,
            Stray,
            Lob,
            Splinters,
            WallHit,
            Inside,
            WallSplinters,
            Lots,
            Tests,
            Bombard,
            Dare,
            Rally,
            Mine,
            Melee,
            MeleeNerve,
            Overrun,
            Throw,
            Flames,
            Marching,
            Dodging,
            Duel,
            Collapsing,
            Shelling,
        }
    }
}

#[cfg(test)]
mod tests;

const _: () = assert!(size_of::<Step>() <= 16, "frames are small");
