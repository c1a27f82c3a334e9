package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The compilation of a jaxpr to a program; mutable, for one thread. */
@Name("io.cambric.Compile")
@Label("Compile")
@Category("Cambric")
@Description("A jaxpr was compiled to a program of kernel calls.")
public final class CompileEvent extends Event {

  @Label("Equations")
  private int equations;

  @Label("Steps")
  private int steps;

  @Label("Temporary Memory")
  @DataAmount
  private long temporaryBytes;

  private CompileEvent() {}

  /** {@return an event that begins now} */
  public static CompileEvent begun() {
    var event = new CompileEvent();
    event.begin();
    return event;
  }

  /**
   * Ends the event, and records it if a recording has it enabled.
   *
   * @param equations of the jaxpr
   * @param steps of the program
   * @param temporaryBytes memory of the program in addition to arguments and results
   */
  public void finish(int equations, int steps, long temporaryBytes) {
    end();
    if (shouldCommit()) {
      this.equations = equations;
      this.steps = steps;
      this.temporaryBytes = temporaryBytes;
      commit();
    }
  }
}
