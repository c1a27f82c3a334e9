package io.cambric.nn.writer;

import io.cambric.core.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A writer that keeps its calls as texts. */
final class RecordingWriter implements MetricWriter {

  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    if (values.containsKey("fails")) {
      throw new IllegalStateException("fails at " + step);
    }
    calls.add("scalars " + step + " " + values);
  }

  @Override
  public void writeHistograms(long step, Map<String, Array> values) {
    values.forEach((name, array) -> calls.add("histogram " + step + " " + name + " " + array));
  }

  @Override
  public void writeImages(long step, Map<String, Array> images) {
    images.forEach((name, array) -> calls.add("images " + step + " " + name + " " + array));
  }

  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    calls.add("texts " + step + " " + texts);
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    calls.add("hyperparameters " + values);
  }

  @Override
  public void flush() {
    calls.add("flush");
  }

  @Override
  public void close() {
    calls.add("close");
  }
}
