package io.cambric.tensorboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.io.event.Event;
import io.cambric.io.event.EventWriter;
import io.cambric.io.event.Histogram;
import io.cambric.io.event.Summary;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.oracle.PythonProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real TensorBoard reads event files of ours as it shows them. */
class EventFilesTest {

  private static final PythonProcess PYTHON = PythonProcess.with("numpy", "tensorboard");

  private static final String READ =
      """
      import sys
      from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
      events = EventAccumulator(sys.argv[1], size_guidance={"tensors": 0, "histograms": 0, "images": 0})
      events.Reload()
      """;

  @TempDir private Path folder;

  @Test
  void scalars_have_their_values_steps_and_times() throws IOException {
    try (var events = EventWriter.in(folder)) {
      events.write(Event.of(1700000000.25, 0, Summary.scalar("train/loss", 0)));
      events.write(Event.of(1700000001.5, 1L << 40, Summary.scalar("train/loss", -1.5)));
      events.scalar("größe", Double.NaN, 3);
    }

    assertThat(
            PYTHON.lines(
                READ
                    + """
                    for e in events.Scalars("train/loss"): print(e.wall_time, e.step, e.value)
                    print([e.value for e in events.Scalars("größe")])
                    """,
                folder))
        .containsExactly("1700000000.25 0 0.0", "1700000001.5 1099511627776 -1.5", "[nan]");
  }

  @Test
  void histograms_have_their_buckets() throws IOException {
    var values = NdArray.of(Shape.of(6), -2, -0.5f, 0, 0.5f, 0.5f, 3);
    try (var events = EventWriter.in(folder)) {
      events.histogram("weights", values, 7);
      events.histogram("nothing", NdArray.of(Shape.of(0)), 8);
    }

    assertThat(
            PYTHON.lines(
                READ
                    + """
                    h = events.Histograms("weights")[0].histogram_value
                    print(h.min, h.max, h.num, h.sum, h.sum_squares, len(h.bucket) == len(h.bucket_limit), sum(h.bucket))
                    print(h.bucket_limit == [float(x) for x in sys.argv[2].split()])
                    print(events.Histograms("nothing")[0].histogram_value.num)
                    """,
                folder,
                limits(values)))
        .containsExactly("-2.0 3.0 6.0 1.5 13.75 True 6.0", "True", "0.0");
  }

  @Test
  void buckets_are_those_that_the_writer_for_pytorch_has() throws IOException {
    var values = NdArray.of(Shape.of(6), -2, -0.5f, 0, 0.5f, 0.5f, 3);

    assertThat(
            PYTHON.lines(
                """
                import sys
                import numpy as np
                limits, v = [], 1e-12
                while v < 1e20:
                    limits.append(v)
                    v *= 1.1
                limits = [-x for x in limits[::-1]] + [0] + limits
                counts, limits = np.histogram(np.array([-2, -0.5, 0, 0.5, 0.5, 3]), bins=limits)
                used = np.nonzero(counts)[0]
                print(list(map(float, limits[used[0]:used[-1] + 2])) == [float(x) for x in sys.argv[1].split()])
                """,
                limits(values)))
        .containsExactly("True");
  }

  private static String limits(NdArray values) {
    return String.join(" ", Histogram.of(values).limits().stream().map(String::valueOf).toList());
  }

  @Test
  void a_resumed_training_shows_each_step_once() throws IOException {
    for (int first : new int[] {0, 3}) {
      try (var writer = TensorBoardWriter.in(folder)) {
        for (int step = first; step < 5; step++) {
          writer.writeScalars(step, Map.of("loss", (double) first));
        }
      }
    }

    assertThat(
            PYTHON.lines(
                READ + "print([(e.step, e.value) for e in events.Scalars('loss')])", folder))
        .last()
        .isEqualTo("[(0, 0.0), (1, 0.0), (2, 0.0), (3, 3.0), (4, 3.0)]");
  }

  @Test
  void images_and_texts_come_back() throws IOException {
    var pixels = new byte[] {0, 1, 2, (byte) 255, (byte) 254, (byte) 253};
    var image =
        NdArray.of(new ShapedArray(Shape.of(1, 2, 3), DType.U8), Buffer.wrap(DType.U8, pixels));
    try (var events = EventWriter.in(folder)) {
      events.image("digit", image, 4);
      events.text("notes", "# Title\n\nwith *ümlaut*", 5);
    }

    assertThat(
            PYTHON.lines(
                READ
                    + """
                    image = events.Images("digit")[0]
                    print(image.step, image.width, image.height, image.encoded_image_string[:4])
                    text = events.Tensors("notes")[0]
                    print(text.step, ascii(text.tensor_proto.string_val[0].decode()))
                    print(events.SummaryMetadata("notes").plugin_data.plugin_name)
                    """,
                folder))
        .containsExactly("4 2 1 b'\\x89PNG'", "5 '# Title\\n\\nwith *\\xfcmlaut*'", "text");
  }
}
