package io.cambric.scope;

import static io.cambric.scope.AxisRule.of;
import static io.cambric.scope.LogicalAxes.getLogicalAxisRules;
import static io.cambric.scope.LogicalAxes.logicalAxisRules;
import static io.cambric.scope.LogicalAxes.logicalToMesh;
import static io.cambric.scope.LogicalAxes.logicalToMeshAxes;
import static io.cambric.scope.LogicalAxes.withLogicalConstraint;
import static io.cambric.scope.LogicalAxes.withLogicalPartitioning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.PartitioningException;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Layouts are those of Flax's own tests. */
class LogicalAxesTest {

  private static final List<AxisRule> RULES =
      List.of(of("foo", "data"), of("bar", "model"), of("baz"));
  private static final Array X = Numpy.ones(2, 3);

  private static Variables model() {
    return Scopes.init(
        Key.of(0),
        scope -> {
          var init = withLogicalPartitioning(Initializers.ones(), "foo", "bar");
          scope.param("kernel", init, Shape.of(2, 3), DType.F32);
          scope.param("bias", Initializers.zeros(), Shape.of(3), DType.F32);
          return scope
              .variable("state", "mean", withLogicalPartitioning(() -> X, "foo", null))
              .get();
        });
  }

  @Test
  void the_first_rule_whose_mesh_axis_is_free_applies() {
    assertThat(
            logicalToMeshAxes(
                List.of("batch", "length", "heads", "features"),
                List.of(of("batch", "X"), of("features", "X"), of("heads", "Y"), of("batch", "Z"))))
        .isEqualTo(List.of(List.of("X"), List.of(), List.of("Y"), List.of()));
    assertThat(logicalToMeshAxes(Arrays.asList("foo", null, "bar"), RULES))
        .isEqualTo(List.of(List.of("data"), List.of(), List.of("model")));
    assertThat(
            logicalToMeshAxes(
                List.of("baz", "bar", "foo"),
                List.of(of("foo", "model", "data"), of("bar", "data"), of("baz", "data"))))
        .isEqualTo(List.of(List.of(), List.of(), List.of("model", "data")));
    assertThat(logicalToMeshAxes(List.of("baz"), List.of(of("baz"), of("baz", "data"))))
        .isEqualTo(List.of(List.of()));
  }

  @Test
  void a_name_occurs_once() {
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> logicalToMeshAxes(List.of("foo", "bar", "foo"), RULES))
        .withMessageContaining(
            "The axes of an array need distinct logical names, but [foo, bar, foo] has \"foo\" twice. Rename one of them.");
  }

  @Test
  void rules_are_in_effect_during_a_body() {
    assertThat(getLogicalAxisRules()).isEmpty();
    assertThat(logicalAxisRules(RULES, () -> logicalToMeshAxes(List.of("bar"))))
        .isEqualTo(List.of(List.of("model")));
    assertThat(
            logicalAxisRules(
                RULES, () -> logicalAxisRules(List.of(), LogicalAxes::getLogicalAxisRules)))
        .isEmpty();
    assertThat(logicalToMeshAxes(List.of("bar"))).isEqualTo(List.of(List.of()));
  }

  @Test
  void parameters_have_their_names_in_a_box_and_are_seen_without() {
    var variables = model();
    var kernel = variables.params().find("kernel").orElseThrow();
    assertThat(kernel)
        .isInstanceOfSatisfying(
            LogicallyPartitioned.class,
            box -> assertThat(box.names()).containsExactly("foo", "bar"));
    assertThat(Partitioning.unbox(variables).params().get("kernel").shape())
        .isEqualTo(Shape.of(2, 3));
    assertThat(variables.collection("state").find("mean"))
        .contains(new LogicallyPartitioned(X, Arrays.asList("foo", null), null));
  }

  @Test
  void the_layout_of_a_model_follows_from_its_names() {
    var specs = Partitioning.partitionSpec(model());
    assertThat(specs.params().find("kernel")).contains(List.of("foo", "bar"));

    var layout = logicalToMesh(specs, RULES);
    assertThat(layout.params().find("kernel")).contains(List.of(List.of("data"), List.of("model")));
    assertThat(layout.params().find("bias")).contains(List.of());
    assertThat(layout.collection("state").find("mean"))
        .contains(List.of(List.of("data"), List.of()));
    assertThat(logicalAxisRules(RULES, () -> logicalToMesh(specs))).isEqualTo(layout);
  }

  @Test
  void a_box_follows_the_axes_of_lifted_transformations() {
    var box = new LogicallyPartitioned(X, List.of("foo", "bar"), RULES);
    var added = box.addAxis(0, "layers");
    assertThat(added.names()).containsExactly("layers", "foo", "bar");
    assertThat(added.removeAxis(0, "layers")).isEqualTo(box);
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> box.addAxis(0, null))
        .withMessageContaining(
            "A lifted transformation changes the axes of a variable partitioned by [foo, bar], but does not name its own axis. Add partitionName(...), in Flax partition_name, to the transformation.");
  }

  @Test
  void a_constraint_is_the_array_and_checks_the_names() {
    assertThat(withLogicalConstraint(X, "foo", "unknown")).isSameAs(X);
    var names = List.of("foo", "unknown");
    for (var fallback : List.of(RulesFallback.AXIS_IS_UNSHARDED, RulesFallback.NO_CONSTRAINT)) {
      assertThat(withLogicalConstraint(X, names, RULES, fallback)).isSameAs(X);
    }
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> withLogicalConstraint(X, names, RULES, RulesFallback.RAISE_ERROR))
        .withMessageContaining(
            "Each logical name of [foo, unknown] needs a rule, but there are rules only for [foo, bar, baz]. Add a rule, or choose another fallback.");
    assertThat(withLogicalConstraint(X, names, List.of(), RulesFallback.RAISE_ERROR)).isSameAs(X);
    assertThatExceptionOfType(PartitioningException.class)
        .isThrownBy(() -> logicalAxisRules(RULES, () -> withLogicalConstraint(X, "foo", "foo")));
  }
}
