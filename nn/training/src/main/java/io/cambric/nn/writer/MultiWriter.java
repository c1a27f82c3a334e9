package io.cambric.nn.writer;

import io.cambric.core.Array;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A writer to several others, in order. If one fails, the others still get the call. The first
 * exception is thrown afterwards, with later ones suppressed in it.
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
  public void writeScalars(long step, Map<String, Double> values) {
    each(writer -> writer.writeScalars(step, values));
  }

  @Override
  public void writeHistograms(long step, Map<String, Array> values) {
    each(writer -> writer.writeHistograms(step, values));
  }

  @Override
  public void writeImages(long step, Map<String, Array> images) {
    each(writer -> writer.writeImages(step, images));
  }

  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    each(writer -> writer.writeTexts(step, texts));
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    each(writer -> writer.writeHyperparameters(values));
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
