package io.cambric.examples.reversible;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.examples.reversible.ReversibleExample.Residuals;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReversibleExampleTest {

  private static final Batch IMAGES = images();

  private static Batch images() {
    var batch = DigitsData.builtIn().batches(32).getFirst();
    return new Batch(batch.images().reshape(32, 64), batch.labels());
  }

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(ReversibleExample.COMMAND.commandLine(), arguments);
  }

  private static Params params(ReversibleNet net) {
    return net.init(Key.of(0), IMAGES.images()).params();
  }

  private static Params gradient(ReversibleNet net) {
    return jit((Params params) -> ReversibleExample.gradient(net, params, IMAGES))
        .apply(params(net));
  }

  private static long gradientBytes(int depth, Residuals residuals) {
    var net = ReversibleNet.of(16, depth, residuals);
    return ReversibleExample.gradientBytes(net, params(net), IMAGES);
  }

  private static double distance(Params a, Params b) {
    var differences =
        Trees.mapAll(List.of(a, b), (List<Array> each) -> each.get(0).sub(each.get(1)).abs().max());
    return Trees.leaves(differences).stream()
        .mapToDouble(leaf -> ((Array) leaf).item())
        .max()
        .orElseThrow();
  }

  @Test
  void the_inverse_of_a_block_gives_its_input() {
    var x =
        new ReversibleExample.Halves(
            Random.normal(Key.of(1), Shape.of(3, 8)), Random.normal(Key.of(2), Shape.of(3, 8)));
    var block = ReversibleBlock.of(16);
    var variables = block.init(Key.of(0), x);
    var y = block.apply(variables, x);
    var back = block.apply(variables, m -> m.inverse(y));

    assertThat(back.first().sub(x.first()).abs().max().item()).isLessThan(1e-5);
    assertThat(back.second().sub(x.second()).abs().max().item()).isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource(
      value = Residuals.class,
      names = {"CHECKPOINTS", "REVERSED"})
  void gradients_are_those_of_the_stored_residuals(Residuals residuals) {
    var stored = ReversibleNet.of(16, 6, Residuals.STORED);
    var other = ReversibleNet.of(16, 6, residuals);

    assertThat(distance(params(stored), params(other))).isZero();
    assertThat(distance(gradient(stored), gradient(other))).isLessThan(1e-5);
  }

  @Test
  void memory_does_not_grow_with_the_depth() {
    long deep = gradientBytes(40, Residuals.REVERSED);

    assertThat(deep).isEqualTo(gradientBytes(4, Residuals.REVERSED));
    assertThat(gradientBytes(40, Residuals.STORED)).isGreaterThan(5 * deep);
  }

  @Test
  void a_run_shows_the_memory_by_depth_and_ends_with_the_accuracy() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("memory.svg");
    var run = run("--depth", 4, "--epochs", 4, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().get(1)).matches("blocks +4 +8 +16 +32 +64");
    assertThat(run.lines().get(2)).matches("stored( +\\d+\\.\\d\\d){5}");
    assertThat(run.lines().get(3)).matches("checkpoints( +\\d+\\.\\d\\d){5}");
    assertThat(run.lines().get(4)).matches("reversed +(\\d\\.\\d\\d)( +\\1){4}");
    assertThat(run.lines())
        .contains("report: " + report, "picture: " + picture)
        .anyMatch(line -> line.startsWith("epoch 4/4  train/loss "));
    assertThat(run.lines().getLast()).matches("test accuracy: 0\\.[6-9]\\d{3}");
    assertThat(Files.readString(report)).contains("Reversible network", "Memory of a gradient");
    assertThat(Files.readString(picture)).contains("stored", "checkpoints", "reversed");
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_training() {
    var run = run("--depth", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--depth': needs a whole number from 1 to 1000, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}
