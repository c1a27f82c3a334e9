package io.cambric.examples.ragged;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.PaddedBatch;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.ragged.RaggedExample.*;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.*;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.*;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Padding changes no result: batches against a loop over the sequences, one by one. */
class RaggedExampleTest {

  @TempDir private Path folder;

  private static final double TOLERANCE = 2e-5;
  private static final SequenceNet NET = SequenceNet.of(8, Chirps.CLASSES.size());
  private static final List<Sequence> SEQUENCES = Chirps.of(6, 3);
  private static final Params PARAMS = params();

  private CommandRun run(Object... arguments) {
    return CommandRun.of(RaggedExample.COMMAND.commandLine(), arguments);
  }

  private static Params params() {
    var first = SEQUENCES.getFirst();
    return NET.init(Key.of(4), first.values(), all(first)).params();
  }

  /** A mask that keeps all steps. */
  private static Array all(Sequence sequence) {
    return Numpy.ones(sequence.values().dim(0)).astype(DType.BOOL);
  }

  private static PaddedBatch<Sequence> padded(int rows, int length) {
    return Dataset.of(SEQUENCES).paddedBatch(rows, length).iterator().next();
  }

  /** The logits of one sequence. */
  private static Array one(Params params, Sequence sequence) {
    return NET.apply(Variables.of(params), sequence.values(), all(sequence));
  }

  private static Array logits(Params params, PaddedBatch<Sequence> batch) {
    return NET.apply(Variables.of(params), net -> RaggedExample.logits(net, batch));
  }

  private static Array loss(Params params, PaddedBatch<Sequence> batch) {
    return NET.apply(Variables.of(params), net -> RaggedExample.loss(net, batch, true));
  }

  private static Array loss(Params params, Sequence sequence) {
    return softmaxCrossEntropyWithIntegerLabels(one(params, sequence), sequence.label());
  }

  private static void assertNear(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(Numpy.abs(actual.sub(expected)).max().item()).isCloseTo(0, within(TOLERANCE));
  }

  @ParameterizedTest(name = "padded to {0}")
  @ValueSource(ints = {96, 97, 128})
  void outputs_equal_those_of_the_sequences_alone(int length) {
    var logits = logits(PARAMS, padded(6, length));

    for (int i = 0; i < SEQUENCES.size(); i++) {
      var sequence = SEQUENCES.get(i);
      assertNear(logits.get(i), one(PARAMS, sequence));
    }
  }

  @ParameterizedTest(name = "padded to {0}")
  @ValueSource(ints = {96, 128})
  void gradients_equal_the_mean_of_those_of_the_sequences_alone(int length) {
    var batch = padded(6, length);

    Params together = grad((Params params) -> loss(params, batch)).apply(PARAMS);

    Params sum = Trees.map(PARAMS, (Array leaf) -> Numpy.zerosLike(leaf));
    for (var sequence : SEQUENCES) {
      Params one = grad((Params params) -> loss(params, sequence)).apply(PARAMS);
      sum = Trees.map(sum, one, (Array a, Array b) -> a.add(b));
    }
    Params mean = Trees.map(sum, (Array leaf) -> leaf.div(SEQUENCES.size()));
    Trees.map(
        together,
        mean,
        (Array a, Array b) -> {
          assertNear(a, b);
          return a;
        });
  }

  @Test
  void the_values_of_padding_do_not_count() {
    var batch = padded(6, 100);
    var noisy = Numpy.where(batch.mask().reshape(6, 100, 1), batch.values().values(), 1e6);
    var other = new PaddedBatch<>(new Sequence(noisy, batch.values().label()), batch.mask());

    assertThat(logits(PARAMS, other).toFloats()).isEqualTo(logits(PARAMS, batch).toFloats());
  }

  @Test
  void rows_that_fill_a_batch_up_have_no_part_in_loss_and_gradients() {
    var full = padded(6, 96);
    var filled = padded(9, 96);

    assertThat(RaggedExample.rows(filled).toFloats()).containsExactly(1, 1, 1, 1, 1, 1, 0, 0, 0);
    assertNear(loss(PARAMS, filled), loss(PARAMS, full));
    Params gradients = grad((Params params) -> loss(params, filled)).apply(PARAMS);
    Params expected = grad((Params params) -> loss(params, full)).apply(PARAMS);
    Trees.map(
        gradients,
        expected,
        (Array a, Array b) -> {
          assertNear(a, b);
          return a;
        });
  }

  @Test
  void each_bucket_compiles_one_program() {
    var forward = jit((Params params, PaddedBatch<Sequence> batch) -> logits(params, batch));
    var many = Dataset.of(Chirps.of(200, 5));
    int batches = 0;
    for (var batch : many.paddedBatch(8, RaggedExample.BUCKETS)) {
      assertThat(forward.apply(PARAMS, batch).shape()).isEqualTo(Shape.of(8, 4));
      batches++;
    }

    assertThat(batches).isGreaterThan(20);
    assertThat(forward.traceCount()).isEqualTo(RaggedExample.BUCKETS.length);
  }

  @Test
  void a_short_training_learns_and_writes_report_and_picture() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("ragged.svg");
    var run = run("--epochs", 4, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last).matches("test accuracy: \\d\\.\\d{4}");
    assertThat(Double.parseDouble(last.split(" ")[2])).isGreaterThan(0.85);
    assertThat(run.lines().getFirst())
        .matches("padding with 4 buckets: \\d\\d% of the steps; with the longest alone: \\d\\d%");
    assertThat(Files.readString(report)).contains("<h1>Ragged</h1>", "test/accuracy");
    assertThat(Files.readString(picture)).contains("training\nepoch 4: ", "test\nepoch 4: ");
  }

  @Test
  void a_number_out_of_range_names_the_option() {
    var run = run("--sequences", 3);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--sequences': needs a whole number from 32 to 1000000, but"
                + " got 3.");
  }
}
