package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One pass of a compilation; mutable, for one thread. */
@Name("io.cambric.CompilePass")
@Label("Compile Pass")
@Category("Cambric")
@Description("A pass of the compiler rewrote a program. It ran within a compile event.")
@StackTrace(false)
public final class PassEvent extends Event {

  @Label("Pass")
  private String pass = "";

  @Label("Size")
  @Description("Equations or steps after the pass.")
  private int size;

  private PassEvent() {}

  /** {@return an event that begins now} */
  public static PassEvent begun() {
    var event = new PassEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event, and records it if a recording has it enabled.
   *
   * @param size equations or steps after the pass
   */
  public void finish(String pass, int size) {
    end();
    if (shouldCommit()) {
      this.pass = pass;
      this.size = size;
      commit();
    }
  }
}
