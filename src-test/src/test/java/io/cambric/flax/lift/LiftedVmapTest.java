package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.module.ModuleScope.makeRng;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.ShapeException;
import io.cambric.module.Lift;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Partitioned;
import io.cambric.scope.Partitioning;
import io.cambric.scope.Rngs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules mapped over lanes, as of {@code nn.vmap}. */
class LiftedVmapTest {

  private static final Key KEY = Key.of(0);
  private static final Array XS = Numpy.ones(3, 2);

  @Test
  void variables_without_an_axis_are_shared_by_all_lanes() {
    var shared = Line.of(4).vmap().variableBroadcast("params").shareRngs("params");
    var variables = shared.init(KEY, XS);
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(2, 4));
    assertThat(shared.apply(variables, XS).shape()).isEqualTo(Shape.of(3, 4));
  }

  @Test
  void a_collection_that_is_not_lifted_is_not_there() {
    var variables = Line.of(4).init(KEY, XS);
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> Line.of(4).vmap().apply(variables, XS))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/vmap\\(\\)/Dense_0\" at .* needs collection \"params\","
                + " which this vmap does not lift\\. Name it in the options, as in"
                + " variableBroadcast\\(\"params\"\\) or variableAxis\\(\"params\", 0\\)\\.");
  }

  @Test
  void a_collection_that_is_not_lifted_cannot_be_made() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> Line.of(4).vmap().splitRngs("params").init(KEY, XS))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/vmap\\(\\)/Dense_0\" at .* is missing and "
                + "cannot be created, because collection \"params\" is not an output of this "
                + "vmap\\. Declare it in the options, as in variableAxis\\(\"params\", 0\\) or "
                + "variableBroadcast\\(\"params\"\\), or create it before\\.");
  }

  @Test
  void a_stream_that_is_not_lifted_is_not_there() {
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> Line.of(4).vmap().variableAxis("params", 0).init(KEY, XS))
        .withMessageMatching(
            "Random stream \"params\" was requested in scope \"/vmap\\(\\)/Dense_0\" at .*, "
                + "but this vmap does not lift it\\. Name it in the options, as in "
                + "splitRngs\\(\"params\"\\) or shareRngs\\(\"params\"\\)\\.");
  }

  @Test
  void shared_streams_initialize_all_lanes_alike_and_split_ones_do_not() {
    var alike = Line.of(4).vmap().variableAxis("params", 0).shareRngs("params");
    var kernel = alike.init(KEY, XS).params().get("Dense_0", "kernel");
    assertThat(kernel.get(0).toFloats()).isEqualTo(kernel.get(1).toFloats());

    var apart = Line.of(4).vmap().variableAxis("params", 0).splitRngs("params");
    var kernels = apart.init(KEY, XS).params().get("Dense_0", "kernel");
    assertThat(kernels.get(0).toFloats()).isNotEqualTo(kernels.get(1).toFloats());
  }

  @Test
  void lanes_of_a_split_stream_draw_from_the_split_root() {
    // Recorded from Flax 0.12.8.
    var host =
        Host.of((self, x) ->
            Lift.vmap((Host m, Array y) -> makeRng("a").data()).splitRngs("a").apply(self, x));
    var keys =
        host.apply(
            io.cambric.scope.Variables.empty(), rng("a", KEY), m -> (Array) m.call(Numpy.ones(2)));
    assertThat(keys.output().toInts())
        .containsExactly(58147272, (int) 3331382373L, (int) 2456923375L, 1475677105);
  }

  @Test
  void sizes_that_differ_are_named() {
    var host =
        Host.of((self, x) ->
            Lift.vmap((Host m, Array a, Array b) -> a.add(b)).apply(self, x, Numpy.ones(4)));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> host.init(KEY, Numpy.ones(3)))
        .withMessage(
            "Lifted vmap needs the same size along all mapped axes, but argument \"0\", "
                + "f32[3], has 3 and argument \"1\", f32[4], has 4 along axis 0. Map arrays of "
                + "equal size, or share one between all lanes with null.");
  }

  @Test
  void without_anything_mapped_the_size_must_be_given() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Line.of(4)
                .vmap()
                .variableAxis("params", 0)
                .splitRngs("params")
                .inAxes((Object) null)
                .init(KEY, XS))
        .withMessage(
            "Lifted vmap needs a mapped argument or variable to infer its size, but got "
                + "none. Set axisSize(n).");
    var sized =
        Line.of(4)
            .vmap()
            .variableAxis("params", 0)
            .splitRngs("params")
            .inAxes((Object) null)
            .axisSize(5);
    assertThat(sized.init(KEY, XS).params().get("Dense_0", "kernel").shape())
        .isEqualTo(Shape.of(5, 2, 4));
  }

  @Test
  void init_puts_the_axis_of_the_lanes_at_the_given_place() {
    var lanes = Line.of(4).vmap().variableAxis("params", 1).splitRngs("params");
    assertThat(lanes.init(KEY, XS).params().get("Dense_0", "kernel").shape())
        .isEqualTo(Shape.of(2, 3, 4));
  }

  @Test
  void boxes_of_variables_get_the_name_of_the_axis_and_lose_it_inside() {
    var dense =
        Dense.of(4).withKernelInit(Partitioning.withPartitioning(Initializers.ones(), "in", "out"));
    var lanes = dense.vmap().variableAxis("params", 0).splitRngs("params").partitionName("lanes");
    var variables = lanes.init(KEY, XS);
    var box = (Partitioned) variables.params().find("kernel").orElseThrow();
    assertThat(box.names()).containsExactly("lanes", "in", "out");
    assertThat(lanes.apply(variables, XS).shape()).isEqualTo(Shape.of(3, 4));
    assertThat(Partitioning.unbox(variables).params().get("kernel").shape())
        .isEqualTo(Shape.of(3, 2, 4));
    assertThat(Partitioning.partitionSpec(variables).params().find("bias")).contains(List.of());
  }

  @Test
  void an_axis_without_a_name_is_an_error_of_partitioned_variables() {
    var dense =
        Dense.of(4).withKernelInit(Partitioning.withPartitioning(Initializers.ones(), "in", "out"));
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> dense.vmap().variableAxis("params", 0).splitRngs("params").init(KEY, XS))
        .withMessage(
            "A lifted transformation changes the axes of a variable partitioned by [in, "
                + "out], but does not name its own axis. Add partitionName(...), in Flax "
                + "partition_name, to the transformation.");
  }

  @Test
  void variables_that_come_out_only_are_stacked() {
    var totals = Total.of().vmap().variableAxis("state", 0);
    var applied =
        totals.apply(
            io.cambric.scope.Variables.empty(),
            mutable("state"),
            m -> m.call(NdArray.of(Shape.of(3), 1, 2, 3)));
    assertThat(applied.variables().collection("state").get("total").toFloats())
        .containsExactly(1, 2, 3);
  }

  @Test
  void rngs_of_init_reach_the_lanes_by_name() {
    var lanes = Noisy.of().vmap().splitRngs("noise");
    var out =
        lanes.apply(
            io.cambric.scope.Variables.empty(), rng("noise", KEY), m -> m.call(Numpy.zeros(2, 3)));
    assertThat(out.output().get(0).toFloats()).isNotEqualTo(out.output().get(1).toFloats());
    assertThat(Rngs.of("noise", KEY).keys()).containsKey("noise");
  }

  @Test
  void collectives_meet_under_the_name_of_the_axis() {
    var x = Random.normal(Key.of(1), Shape.of(4, 3, 2));
    var whole = BatchNorm.of();
    var lanes =
        BatchNorm.of()
            .withAxisName("batch")
            .vmap()
            .variableBroadcast("params", "batch_stats")
            .shareRngs("params")
            .inAxes(0, null)
            .axisName("batch");
    var flat = x.reshape(12, 2);
    var variables = whole.init(KEY, m -> m.call(flat, false));
    var expected =
        whole.apply(variables, mutable("batch_stats"), m -> m.call(flat, false)).output();
    var got = lanes.apply(variables, mutable("batch_stats"), m -> m.call(x, false));
    assertThat(Numpy.allclose(got.output().reshape(12, 2), expected, 1e-5, 1e-5).item())
        .isEqualTo(1);
  }
}
