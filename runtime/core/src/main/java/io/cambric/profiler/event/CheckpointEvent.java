package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The writing or reading of a checkpoint; mutable, for one thread. */
@Name("io.cambric.Checkpoint")
@Label("Checkpoint")
@Category("Cambric")
@Description("A checkpoint was written to disk or read from it.")
public final class CheckpointEvent extends Event {

  @Label("Action")
  private String action = "";

  @Label("File")
  private String file = "";

  @Label("Step")
  private long step;

  @Label("Size")
  @DataAmount
  private long bytes;

  private CheckpointEvent() {}

  /** {@return an event that begins now} */
  public static CheckpointEvent begun() {
    var event = new CheckpointEvent();
    event.begin();
    return event;
  }

  /** Ends the event of a checkpoint that was written. */
  public void finishSave(String file, long step, long bytes) {
    finish("save", file, step, bytes);
  }

  /** Ends the event of a checkpoint that was read. */
  public void finishRestore(String file, long step, long bytes) {
    finish("restore", file, step, bytes);
  }

  private void finish(String action, String file, long step, long bytes) {
    end();
    if (shouldCommit()) {
      this.action = action;
      this.file = file;
      this.step = step;
      this.bytes = bytes;
      commit();
    }
  }
}
