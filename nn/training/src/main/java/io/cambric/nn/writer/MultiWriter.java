package io.cambric.nn.writer;

import io.cambric.core.Array;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A writer to several others, in order. Where one fails the others are written to, and the first
 * exception is thrown afterwards, with the later ones suppressed in it.
 */
public final class MultiWriter implements MetricWriter {

  private final List<MetricWriter> writers;

  private MultiWriter(List<MetricWriter> writers) {
    this.writers = writers;
  }

  /** {@return one to all of these; to none it writes nothing} */
  public static MultiWriter of(MetricWriter... writers) {
    return of(List.of(writers));
  }

  /** {@return one to all of these; to none it writes nothing} */
  public static MultiWriter of(List<? extends MetricWriter> writers) {
    return new MultiWriter(List.copyOf(writers));
  }

  private void each(Consumer<MetricWriter> action) {
    RuntimeException failure = null;
    for (var writer : writers) {
      try {
        action.accept(writer);
      } catch (RuntimeException e) {
        failure = joined(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }

  @Override
  public void scalars(long step, Map<String, Double> values) {
    each(writer -> writer.scalars(step, values));
  }

  @Override
  public void histograms(long step, Map<String, Array> values) {
    each(writer -> writer.histograms(step, values));
  }

  @Override
  public void images(long step, Map<String, Array> images) {
    each(writer -> writer.images(step, images));
  }

  @Override
  public void texts(long step, Map<String, String> texts) {
    each(writer -> writer.texts(step, texts));
  }

  @Override
  public void hyperparameters(Map<String, ?> values) {
    each(writer -> writer.hyperparameters(values));
  }

  @Override
  public void flush() {
    each(MetricWriter::flush);
  }

  @Override
  public void close() {
    each(MetricWriter::close);
  }

  /** {@return the writers} */
  @Override
  public String toString() {
    return "MultiWriter of " + writers;
  }
}
