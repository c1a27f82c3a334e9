package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The moment when a piece of vector code replaces plain code; mutable. */
@Name("io.cambric.VectorCode")
@Label("Vector Code")
@Category("Cambric")
@Description("The JIT has compiled vector code, which replaces the plain code from now on.")
@StackTrace(false)
public final class VectorCodeEvent extends Event {

  @Label("Code")
  private String code = "";

  @Label("Warm-up Time")
  @Timespan
  private long warmUp;

  @Label("Slices")
  private int slices;

  private VectorCodeEvent() {}

  /**
   * Records the event if a recording has it enabled.
   *
   * @param code the name of the code
   * @param nanos running time of its warm-up, without rests
   * @param slices number of slices of its warm-up
   */
  public static void record(String code, long nanos, int slices) {
    var event = new VectorCodeEvent();
    if (event.shouldCommit()) {
      event.code = code;
      event.warmUp = nanos;
      event.slices = slices;
      event.commit();
    }
  }
}
