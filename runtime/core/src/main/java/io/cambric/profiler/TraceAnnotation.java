package io.cambric.profiler;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A named span of a program in the recording of the profiler; mutable, for one thread.
 *
 * {@snippet :
 * try (var _ = TraceAnnotation.of("tokenize")) {
 *   batch = tokenize(texts);
 * }
 * }
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.profiler.TraceAnnotation.html">jax.profiler.TraceAnnotation</a>
 */
public final class TraceAnnotation implements AutoCloseable {

  private final NamedEvent event;

  /** The event of a span. */
  @Name("io.cambric.Annotation")
  @Label("Annotation")
  @Category("Cambric")
  @Description("A part of a program that its author named.")
  static final class NamedEvent extends Event {

    @Label("Name")
    private final String name;

    NamedEvent(String name) {
      this.name = name;
    }
  }

  private TraceAnnotation(NamedEvent event) {
    this.event = event;
  }

  /** {@return a span that begins now and ends when it is closed} */
  public static TraceAnnotation of(String name) {
    var event = new NamedEvent(name);
    event.begin();
    return new TraceAnnotation(event);
  }

  /** Ends the span. */
  @Override
  public void close() {
    event.commit();
  }

  /** {@return the name of the span} */
  @Override
  public String toString() {
    return "TraceAnnotation of " + event.name;
  }
}
