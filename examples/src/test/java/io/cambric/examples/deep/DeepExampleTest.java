package io.cambric.examples.deep;

import static io.cambric.optax.Optax.globalNorm;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.deep.DeepExample.Residuals;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.result.ValueAndGrad;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeepExampleTest {

  private static final int DEPTH = 6;
  private static final Batch BATCH = DigitsData.builtIn().batches(32).getFirst();

  /** Computed by remat_scan of Flax with the same key. */
  private static final double LOSS = 2.5109224;

  private static final double IMAGES_GRADIENT = 1.2651342;

  @TempDir private Path folder;

  private static DeepNet net(Residuals residuals) {
    return DeepNet.of(4, DEPTH, residuals);
  }

  private static Params params() {
    return net(Residuals.REMAT_SCAN).init(Key.of(3), BATCH.images()).params();
  }

  private static ValueAndGrad<Params> at(Residuals residuals, Params params) {
    var net = net(residuals);
    return jit((Params q) ->
            valueAndGrad((Params p) -> net.apply(Variables.of(p), m -> DeepExample.loss(m, BATCH)))
                .apply(q))
        .apply(params);
  }

  /** The parameters with one axis for all blocks. */
  private static Params flat(Params nested) {
    return nested.with(
        "blocks",
        nested
            .at("blocks")
            .map(array -> array.reshape(array.shape().slice(2, array.rank()).insert(0, DEPTH))));
  }

  @Test
  void nested_loops_have_the_parameters_and_gradients_of_flax() {
    var params = params();
    var at = at(Residuals.REMAT_SCAN, params);

    assertThat(params.get("blocks", "Conv_0", "kernel").shape())
        .isEqualTo(Shape.of(2, 3, 3, 3, 4, 4));
    assertThat(at.value().item()).isCloseTo(LOSS, offset(1e-4));
    assertThat(at.grads().get("images", "kernel").abs().sum().item())
        .isCloseTo(IMAGES_GRADIENT, offset(1e-3));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REMAT_SCAN")
  void all_ways_to_keep_values_give_the_same_gradient(Residuals residuals) {
    var nested = params();
    var flat = flat(nested);

    var expected = at(Residuals.REMAT_SCAN, nested);
    var at = at(residuals, flat);

    assertThat(at.value().item()).isCloseTo(expected.value().item(), offset(1e-5));
    var difference = Trees.map(at.grads(), flat(expected.grads()), (Array a, Array b) -> a.sub(b));
    assertThat(globalNorm(difference).item()).isLessThan(1e-4);
  }

  @Test
  void lengths_of_nested_loops_are_as_equal_as_they_can_be() {
    assertThat(DeepExample.lengths(100)).containsExactly(10, 10);
    assertThat(DeepExample.lengths(40)).containsExactly(5, 8);
    assertThat(DeepExample.lengths(7)).containsExactly(1, 7);
    assertThat(DeepExample.lengths(1)).containsExactly(1, 1);
  }

  @Test
  void memory_of_nested_loops_grows_less_than_the_depth() {
    assertThat(megabytes(64, Residuals.REMAT_SCAN)).isLessThan(megabytes(64, Residuals.STORED) / 4);
    assertThat(megabytes(64, Residuals.REMAT)).isLessThan(megabytes(64, Residuals.STORED) * 3 / 4);
  }

  private static double megabytes(int depth, Residuals residuals) {
    var net = DeepNet.of(4, depth, residuals);
    var params = net.init(Key.of(0), BATCH.images()).params();
    return DeepExample.Cost.of(net, params, BATCH).megabytes();
  }

  @Test
  void the_lines_compare_depths_and_end_with_the_accuracy() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("memory.svg");
    var run =
        CommandRun.of(
            DeepExample.COMMAND.commandLine(),
            "--most",
            10,
            "--depth",
            2,
            "--epochs",
            1,
            "--report",
            report,
            "--picture",
            picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().get(0))
        .isEqualTo("One gradient, without parameters and gradients: MB, seconds");
    assertThat(run.lines().get(2)).matches("    10( +\\d+\\.\\d +\\d+\\.\\d\\d){3}");
    assertThat(run.lines()).contains("report: " + report, "picture: " + picture);
    assertThat(run.lines().getLast()).matches("test accuracy: 0\\.\\d{4}");
    assertThat(Files.readString(picture)).contains("stored", "remat", "remat scan");
  }
}
