package io.cambric.profiler;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A step of a training in the recording of the profiler; mutable, for one thread.
 *
 * {@snippet :
 * try (var _ = StepTraceAnnotation.of("train", step)) {
 *   state = trainStep.apply(state, batch);
 * }
 * }
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.profiler.StepTraceAnnotation.html">jax.profiler.StepTraceAnnotation</a>
 */
public final class StepTraceAnnotation implements AutoCloseable {

  private final StepEvent event;

  /** The event of a step. */
  @Name("io.cambric.Step")
  @Label("Step")
  @Category("Cambric")
  @Description("A training step.")
  static final class StepEvent extends Event {

    @Label("Loop")
    private final String loop;

    @Label("Step")
    private final long step;

    StepEvent(String loop, long step) {
      this.loop = loop;
      this.step = step;
    }
  }

  private StepTraceAnnotation(StepEvent event) {
    this.event = event;
  }

  /**
   * {@return a step that begins now and ends when it is closed}
   *
   * @param name of the loop, such as {@code "train"}
   * @param step the number of the step
   */
  public static StepTraceAnnotation of(String name, long step) {
    var event = new StepEvent(name, step);
    event.begin();
    return new StepTraceAnnotation(event);
  }

  /** Ends the step. */
  @Override
  public void close() {
    event.commit();
  }
}
