//! Starts the Patchsight language server in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Patchsight;

impl zed::Extension for Patchsight {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("patchsight")
            .ok_or("patchsight was not found on the PATH: run `pip install .` in a clone of Patchsight")?;
        Ok(Command { command, args: vec!["--stdio".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Patchsight);
