package io.cambric.profiler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The moment from which a piece of vector code is used in place of plain code; mutable. */
@Name("io.cambric.VectorCode")
@Label("Vector Code")
@Category("Cambric")
@Description("The JIT has compiled a piece of vector code, which is used from now on.")
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
   * Records the event where a recording asks for it.
   *
   * @param code the name of the code
   * @param nanos time that its warm-up ran, without rests
   * @param slices of its warm-up
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
