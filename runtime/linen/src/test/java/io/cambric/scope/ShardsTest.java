package io.cambric.scope;

import static io.cambric.scope.LogicalAxes.logicalAxisRules;
import static io.cambric.testing.TestArrays.exact;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees whose boxed values are divided among the lanes of a named axis. */
class ShardsTest {

  private static final List<AxisRule> RULES =
      List.of(AxisRule.of("mlp", "i"), AxisRule.of("embed", "j"));

  private static final NdArray KERNEL = random("kernel", Shape.of(6, 8));

  /** One group of both lanes. */
  private static final int[][] GROUPS = {{0, 1}};

  private static NdArray random(String name, Shape shape) {
    return TestArrays.normal(Seeds.generator(Seeds.ofTest(name)), DType.F32, shape);
  }

  private static LogicallyPartitioned boxed(Array value) {
    return new LogicallyPartitioned(value, List.of("embed", "mlp"), List.of(RULES.getFirst()));
  }

  private static Variables variables(Object kernel) {
    return Variables.of(Params.of("kernel", kernel).with("bias", Numpy.ones(8)));
  }

  /** {@return the trees of the lanes} */
  private static List<Variables> lanes(int lanes, Fn<Array, Variables> function) {
    var index = Numpy.arange(lanes);
    var each = split(pmap(function).axisName("i").apply(index), lanes);
    var together = split(vmap(function).axisName("i").apply(index), lanes);
    for (int i = 0; i < lanes; i++) {
      assertThat(leaves(each.get(i))).isEqualTo(leaves(together.get(i)));
    }
    return each;
  }

  private static List<Variables> split(Variables stacked, int lanes) {
    var each = new ArrayList<Variables>();
    for (int i = 0; i < lanes; i++) {
      int lane = i;
      each.add(Trees.map(stacked, (Array leaf) -> leaf.concrete("a test").row(lane)));
    }
    return each;
  }

  private static List<String> leaves(Object tree) {
    return exact(Trees.leaves(tree).stream().map(Array.class::cast).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void a_lane_keeps_its_slice_of_what_rules_divide_and_all_of_the_rest(int lanes) {
    var each = lanes(lanes, _ -> Shards.shard(variables(boxed(KERNEL))));
    for (int i = 0; i < lanes; i++) {
      int size = 8 / lanes;
      assertThat(each.get(i).params().find("kernel").orElseThrow())
          .isInstanceOfSatisfying(
              Shard.class,
              shard -> {
                assertThat(shard.axisName()).isEqualTo("i");
                assertThat(shard.dimension()).isEqualTo(1);
                assertThat(shard.box()).isInstanceOf(LogicallyPartitioned.class);
              });
      var slice = Lax.dynamicSliceInDim(KERNEL, NdArray.scalar(DType.I32, i * size), size, 1);
      assertThat(leaves(each.get(i))).isEqualTo(exact(List.of(Numpy.ones(8), slice)));
    }
  }

  @Test
  void gathered_shards_are_the_whole_tree() {
    var whole = variables(boxed(KERNEL));
    for (var each : lanes(4, _ -> Shards.gather(Shards.shard(whole)))) {
      assertThat(Trees.structure(each)).isEqualTo(Trees.structure(whole));
      assertThat(leaves(each)).isEqualTo(leaves(whole));
    }
    assertThat(Shards.gather(whole)).isEqualTo(whole);
  }

  @Test
  void shards_are_not_divided_again() {
    var once = lanes(2, _ -> Shards.shard(variables(boxed(KERNEL))));
    var twice = lanes(2, _ -> Shards.shard(Shards.shard(variables(boxed(KERNEL)))));
    assertThat(leaves(twice)).isEqualTo(leaves(once));
  }

  @Test
  void two_dimensions_are_divided_over_two_axes_and_one_over_both() {
    var both = new LogicallyPartitioned(KERNEL, List.of("embed", "mlp"), RULES);
    var inOne =
        new LogicallyPartitioned(
            KERNEL, Arrays.asList(null, "mlp"), List.of(AxisRule.of("mlp", "i", "j")));
    for (var box : List.of(both, inOne)) {
      Fn<Array, Variables> shards =
          _ -> vmap((Array _) -> Shards.shard(variables(box))).axisName("j").apply(Numpy.ones(2));
      Fn<Array, Variables> whole =
          _ ->
              vmap((Array _) -> Shards.gather(Shards.shard(variables(box))))
                  .axisName("j")
                  .apply(Numpy.ones(2));
      assertThat(((Array) Trees.leaves(lanes(4, shards).getFirst()).get(1)).size())
          .isEqualTo(2 * KERNEL.size() / 8);
      for (var each : lanes(4, whole)) {
        assertThat(leaves(split(each, 2).get(1))).isEqualTo(leaves(variables(box)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void means_of_summed_shards_and_of_whole_values_have_the_bits_of_pmean(int lanes) {
    var grads = random("gradients", Shape.of(lanes, 6, 8));
    var means = pmap((Array g) -> Lax.pmean(variables(boxed(g)), "i")).axisName("i").apply(grads);
    var ofShards =
        pmap(
                (Array g) -> {
                  var sum = new Shard(boxed(Lax.psumScatter(g, "i", 1, true)), "i", 1);
                  return Shards.gather(Shards.pmean(variables(sum), "i"));
                })
            .axisName("i")
            .apply(grads);
    assertThat(leaves(ofShards)).isEqualTo(leaves(means));
  }

  @Test
  void a_mean_over_an_axis_that_does_not_divide_a_shard_is_a_mean_of_shards() {
    var x = random("rows", Shape.of(2, 3, 4));
    Fn<Array, Array> mean =
        g -> (Array) ((Shard) Shards.pmean((Object) new Shard(g, "i", 0), "i", "j")).box();
    var means = vmap((Array each) -> vmap(mean).axisName("j").apply(each)).axisName("i").apply(x);
    for (int j = 0; j < 3; j++) {
      assertThat(exact(List.of(means.concrete("a test").row(1).row(j))))
          .isEqualTo(exact(List.of(x.row(1).sum(0).div(6))));
    }
  }

  static Stream<Arguments> collectivesOfTrees() {
    return Stream.of(
        Arguments.of("psum", (UnaryOperator<Variables>) tree -> Lax.psum(tree, "i")),
        Arguments.of("pmean", (UnaryOperator<Variables>) tree -> Lax.pmean(tree, "i")),
        Arguments.of("pmax", (UnaryOperator<Variables>) tree -> Lax.pmax(tree, "i")),
        Arguments.of("pmin", (UnaryOperator<Variables>) tree -> Lax.pmin(tree, "i")),
        Arguments.of("psum", (UnaryOperator<Variables>) tree -> Lax.psum(tree, "i", GROUPS)),
        Arguments.of("pmean", (UnaryOperator<Variables>) tree -> Lax.pmean(tree, "i", GROUPS)),
        Arguments.of("pmax", (UnaryOperator<Variables>) tree -> Lax.pmax(tree, "i", GROUPS)),
        Arguments.of("pmin", (UnaryOperator<Variables>) tree -> Lax.pmin(tree, "i", GROUPS)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("collectivesOfTrees")
  void different_slices_are_not_combined(String name, UnaryOperator<Variables> collective) {
    var slices = variables(new Shard(new Shard(boxed(KERNEL), "i", 1), "k", 0));
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> lanes(2, _ -> collective.apply(slices)))
        .withMessageContaining(
            name
                + " over axis \"i\" needs the same part of an array in each lane, but got a shard"
                + " over this axis at params/kernel. Average gradients by Shards.pmean, or gather"
                + " the shards first.");
  }

  @Test
  void shards_over_other_axes_are_combined() {
    var slices = variables(new Shard(boxed(KERNEL), "other", 1));
    Variables twice = Trees.map(slices, (Array each) -> each.mul(2));
    for (var sum : lanes(2, _ -> Lax.psum(slices, "i"))) {
      assertThat(Trees.structure(sum)).isEqualTo(Trees.structure(slices));
      assertThat(leaves(sum)).isEqualTo(leaves(twice));
    }
  }

  @Test
  void a_shard_follows_the_axes_of_lifted_transformations() {
    var shard = new Shard(boxed(KERNEL), "i", 1);
    var stacked = shard.addAxis(0, "layers");
    assertThat(stacked.dimension()).isEqualTo(2);
    assertThat(((LogicallyPartitioned) stacked.box()).names())
        .containsExactly("layers", "embed", "mlp");
    assertThat(stacked.removeAxis(0, "layers")).isEqualTo(shard);
    assertThat(shard.addAxis(-1, "layers").dimension()).isEqualTo(1);
    assertThat(shard.addAxis(-1, "layers").removeAxis(-1, "layers")).isEqualTo(shard);
    assertThatExceptionOfType(PartitioningException.class).isThrownBy(() -> shard.addAxis(0, null));
  }

  @Test
  void the_names_of_shards_are_those_of_the_whole_variables() {
    var specs = Partitioning.partitionSpec(variables(new Shard(boxed(KERNEL), "i", 1)));
    assertThat(specs.params().find("kernel")).contains(List.of("embed", "mlp"));
  }

  @Test
  void rules_in_effect_apply_to_boxes_without_rules() {
    var box = new LogicallyPartitioned(KERNEL, List.of("embed", "mlp"), null);
    var whole = variables(box);
    assertThat(Shards.shard(whole)).isEqualTo(whole);
    var each =
        logicalAxisRules(RULES.subList(0, 1), () -> lanes(2, _ -> Shards.shard(variables(box))));
    assertThat(leaves(each))
        .isEqualTo(leaves(lanes(2, _ -> Shards.shard(variables(boxed(KERNEL))))));
  }

  @Test
  void a_size_that_lanes_do_not_divide_is_named() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> lanes(3, _ -> Shards.shard(variables(boxed(KERNEL)))))
        .withMessageContaining(
            "Sharding of params/kernel, f32[6,8], along dimension 1 (\"mlp\") over axis \"i\" needs"
                + " a size that is a multiple of its 3 lanes, but got 8. Choose another size, or a"
                + " rule for another dimension.");
  }

  @Test
  void an_axis_that_is_not_bound_is_named() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> Shards.shard(variables(boxed(KERNEL))))
        .withMessageContaining(
            "Sharding of params/kernel, f32[6,8], along dimension 1 (\"mlp\") over axis "
                + "\"i\" needs a group of processes, pmap or vmap with that axis name around it. "
                + "Run it inside one, or without the rule.")
        .withCauseInstanceOf(UnboundAxisException.class);
  }

  @Test
  void a_name_without_a_dimension_is_named() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> lanes(2, _ -> Shards.shard(variables(boxed(Numpy.ones(4))))))
        .withMessageContaining(
            "Sharding of params/kernel, f32[4], along dimension 1 (\"mlp\") over axis \"i\" "
                + "needs that dimension, but got rank 1. Name each dimension, and no more.");
  }

  @Test
  void a_name_occurs_once() {
    var twice = new LogicallyPartitioned(KERNEL, List.of("mlp", "mlp"), RULES);
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> Shards.shard(variables(twice)))
        .withMessageContaining("need distinct logical names");
  }
}
