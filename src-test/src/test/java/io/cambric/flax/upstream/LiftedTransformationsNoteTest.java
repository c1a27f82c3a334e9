package io.cambric.flax.upstream;

import static io.cambric.flax.upstream.Numbers.assertNumbers;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.numpy.Key;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.lift.Pack;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of the note on lifted transformations. */
class LiftedTransformationsNoteTest {

  private static final Key KEY = Key.of(0);
  private static final Array XS = ones(3, 4);

  @Test
  void a_module_names_its_layers() {
    var mlp = NamedMlp.of();
    var variables = mlp.init(KEY, XS);
    assertThat(variables.params().paths())
        .containsExactly("hidden/bias", "hidden/kernel", "out/bias", "out/kernel");
    assertNumbers(mlp.apply(variables, XS), -0.19131717, -0.19131717, -0.19131717);
  }

  @Test
  void plain_vmap_of_a_module_is_refused() {
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> NaiveVmapMlp.of().init(KEY, XS))
        .withMessageMatching(
            "A key of stream \"params\" cannot be drawn in scope \"/NamedMlp_0/hidden\" at "
                + ".*, because the code runs in a transformation \\(vmap\\) that began inside "
                + "the module\\. Use the lifted transformation, as in Lift\\.vmap or "
                + "module\\.vmap, or init and apply of a detached module\\.");
  }

  @Test
  void a_detached_module_is_mapped_by_hand_through_its_init_and_apply() {
    var variables = ManualVmapMlp.of().init(KEY, XS);
    assertThat(variables.params().map(Array::shape))
        .hasToString(
            """
            {
              mlp: {
                hidden: {
                  kernel: [3, 4, 4]
                  bias: [3, 4]
                }
                out: {
                  kernel: [3, 4, 1]
                  bias: [3, 1]
                }
              }
            }\
            """);
    assertNumbers(
        variables.params().get("mlp", "out", "kernel").get(1),
        -0.42580202,
        0.660316,
        0.3830936,
        -0.2878155);
    assertNumbers(ManualVmapMlp.of().apply(variables, XS), 0.04452681, -0.06690817, -0.215253);
  }

  /** The note's {@code lift_transpose}. */
  private static ScopeFn<Array, Array> liftTranspose(ScopeFn<Array, Array> fn) {
    return new Pack("transpose", List.of(of("params"), all()), List.of(all()), List.of(all()))
        .lift((packed, x) -> {
          var groups = packed.variables();
          var target =
              Trees.map(groups.get(0), (Array leaf) -> leaf.rank() == 2 ? leaf.transpose() : leaf);
          var scopes = packed.open(List.of(target, groups.get(1)), packed.rngs());
          var y = fn.apply(scopes.getFirst(), x);
          return new Pack.Result<>(y, packed.close(scopes));
        });
  }

  private static Array dense(Scope scope, Array x) {
    var kernel = scope.param("kernel", lecunNormal(), Shape.of(x.dim(-1), 4));
    return x.matmul(kernel).add(scope.param("bias", zeros(), Shape.of(4)));
  }

  @Test
  void pack_shows_a_function_its_matrices_transposed() {
    var transposed = liftTranspose(LiftedTransformationsNoteTest::dense);
    var both = Scopes.initWithOutput(KEY, scope -> transposed.apply(scope, ones(3, 2)));
    assertThat(both.variables().params().map(Array::shape))
        .hasToString(
            """
            {
              bias: [4]
              kernel: [2, 4]
            }\
            """);
    assertNumbers(both.output().get(0), 0.91846263, -0.5169608, -1.0780983, 1.1967025);

    var square = Scopes.init(KEY, scope -> transposed.apply(scope, XS));
    assertNumbers(
        Scopes.apply(square, scope -> transposed.apply(scope, XS)).get(0),
        -1.2535203,
        1.6212907,
        1.2945457,
        -0.08575523);
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(
            () -> Scopes.apply(both.variables(), scope -> transposed.apply(scope, ones(3, 2))))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/transpose\\(\\)\" at .* was initialised with "
                + "shape \\[4, 2\\], but the initializer now yields shape \\[2, 4\\]\\. The "
                + "sizes are the same in another order: transpose it, as in transpose\\(1, "
                + "0\\)\\. PyTorch stores kernels as \\[out, in\\]; Cambric needs \\[in, "
                + "out\\]\\. If it comes from this model, init again\\.");
  }

  @Test
  void the_lifted_vmap_gives_each_row_parameters_of_its_own() {
    var variables = LinenVmapMlp.of().init(KEY, XS);
    assertThat(variables.params().map(Array::shape))
        .hasToString(
            """
            {
              mlp: {
                hidden: {
                  bias: [3, 4]
                  kernel: [3, 4, 4]
                }
                out: {
                  bias: [3, 1]
                  kernel: [3, 4, 1]
                }
              }
            }\
            """);
    assertNumbers(
        variables.params().get("mlp", "out", "kernel").get(1),
        -0.54432356,
        0.43345615,
        0.11171933,
        0.09634956);
    assertNumbers(LinenVmapMlp.of().apply(variables, XS), -0.328119, 0.01574524, -0.02564469);
  }

  @Test
  void the_lifted_vmap_gives_each_row_statistics_of_its_own() {
    var model = LinenStatefulVmapMlp.of();
    var variables = model.init(KEY, m -> m.call(XS, false));
    assertThat(variables.collections().keySet()).containsExactly("params", "batch_stats");
    var applied = model.apply(variables, mutable("batch_stats"), m -> m.call(XS, true));
    assertNumbers(applied.output(), -0.15690048, 0.5903994, -0.17421189);
    var statistics = applied.variables().collection("batch_stats");
    for (int lane = 0; lane < 3; lane++) {
      assertNumbers(
          statistics.get("mlp", "BatchNorm_0", "mean").get(lane),
          -0.00514114,
          -0.00470454,
          -0.00014295,
          -0.00066735);
      assertNumbers(
          statistics.get("mlp", "BatchNorm_0", "var").get(lane),
          0.99382937,
          0.99019396,
          0.99226546,
          1.0040683);
    }
  }

  @Test
  void statistics_across_lanes_need_a_name_for_their_axis_after_init() {
    var model = UnnamedStatefulVmapMlp.of();
    var variables = model.init(KEY, m -> m.call(XS, true));
    assertNumbers(
        model.apply(variables, m -> m.call(XS, false)), -0.32811737, 0.01574516, -0.02564456);
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> model.apply(variables, mutable("batch_stats"), m -> m.call(XS, true)))
        .withMessage(
            "In BatchNorm: psum needs a mapping around it with the axis name \"batch\", but "
                + "no axis name is bound here. Add axisName(\"batch\") to vmap or pmap.");
  }
}
