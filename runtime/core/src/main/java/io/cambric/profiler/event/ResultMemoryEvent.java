package io.cambric.profiler.event;

import io.cambric.array.ResultMemory;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The memory of results so far, at each second of a recording; mutable, for one thread. */
@Name("io.cambric.ResultMemory")
@Label("Memory of Results")
@Category("Cambric")
@Description("Memory taken by results since the start of the process.")
@Period("1 s")
@StackTrace(false)
public final class ResultMemoryEvent extends Event {

  @Label("Made New")
  @DataAmount
  private final long madeNew;

  @Label("Used Again")
  @Description("Results in the memory of deleted arrays.")
  @DataAmount
  private final long usedAgain;

  @Label("Waiting")
  @Description("Memory of deleted arrays that no result has taken yet.")
  @DataAmount
  private final long waiting;

  private ResultMemoryEvent(ResultMemory memory) {
    madeNew = memory.madeNew();
    usedAgain = memory.usedAgain();
    waiting = memory.waiting();
  }

  /** Adds the event to each recording of this process; to be called once. */
  public static void register() {
    FlightRecorder.addPeriodicEvent(
        ResultMemoryEvent.class, () -> new ResultMemoryEvent(ResultMemory.now()).commit());
  }
}
