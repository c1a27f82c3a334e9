package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The trace of a function that {@code jit} compiles; mutable, for one thread. */
@Name("io.cambric.Trace")
@Label("Trace")
@Category("Cambric")
@Description("A function was traced to a jaxpr. Tracing one at each step is a mistake.")
public final class TraceEvent extends Event {

  @Label("Function")
  private String function = "";

  @Label("Equations")
  private int equations;

  private TraceEvent() {}

  /** {@return an event that begins now} */
  public static TraceEvent begun() {
    var event = new TraceEvent();
    event.begin();
    return event;
  }

  /** Ends the event, and records it if a recording has it enabled. */
  public void finish(String function, int equations) {
    end();
    if (shouldCommit()) {
      this.function = function;
      this.equations = equations;
      commit();
    }
  }
}
