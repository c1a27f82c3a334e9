package io.cambric.scope.lift;

import static io.cambric.numpy.Initializers.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import io.cambric.tree.NodeParts;
import io.cambric.tree.Trees;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class that knows nothing of pytrees goes through everything that takes pytrees. */
class RegisteredClassesTest {

  /** An affine map; its fields hold arrays only, so no other leaf can stand in their place. */
  static final class Affine {

    final Array slope;
    final Array shift;
    final String name;

    Affine(Array slope, Array shift, String name) {
      this.slope = slope;
      this.shift = shift;
      this.name = name;
    }

    Array apply(Array x) {
      return slope.mul(x).add(shift);
    }
  }

  static final class Unknown {}

  @TempDir private Path folder;

  @BeforeAll
  static void register() {
    Trees.register(
        Affine.class,
        (Affine map) ->
            NodeParts.of(List.of(map.slope, map.shift), map.name).withNames("slope", "shift"),
        (name, children) -> new Affine((Array) children.get(0), (Array) children.get(1), name));
  }

  private static Affine affine(double slope, double shift, String name) {
    return new Affine(NdArray.scalar(DType.F32, slope), NdArray.scalar(DType.F32, shift), name);
  }

  private static Array x(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  @Test
  void jit_keeps_one_program_for_each_static_part() {
    var traces = new AtomicInteger();
    var f =
        Transforms.jit((Affine map) -> {
          traces.incrementAndGet();
          return new Affine(map.shift, map.slope, map.name + "!");
        });

    var swapped = f.apply(affine(2, 3, "a"));
    assertThat(swapped.slope.item()).isEqualTo(3);
    assertThat(swapped.name).isEqualTo("a!");
    f.apply(affine(4, 5, "a"));
    assertThat(traces).hasValue(1);
    f.apply(affine(4, 5, "b"));
    assertThat(traces).hasValue(2);
  }

  @Test
  void grad_is_an_object_of_the_class() {
    var slope = Transforms.grad((Affine map) -> map.apply(x(1, 2, 3)).sum());

    var gradient = slope.apply(affine(2, 3, "a"));
    assertThat(gradient.slope.item()).isEqualTo(6);
    assertThat(gradient.shift.item()).isEqualTo(3);
    assertThat(gradient.name).isEqualTo("a");
  }

  @Test
  void vmap_maps_the_children() {
    var f = Transforms.vmap((Affine map) -> new Affine(map.apply(map.slope), map.shift, map.name));

    var lanes = f.apply(new Affine(x(1, 2), x(10, 20), "a"));
    assertThat(lanes.slope.toFloats()).containsExactly(11, 24);
    assertThat(lanes.shift.toFloats()).containsExactly(10, 20);
  }

  @Test
  void scan_carries_an_object_of_the_class() {
    var last =
        Transforms.scan(
            (Affine carry, Array step) ->
                new Carry<>(new Affine(carry.slope, carry.apply(step), carry.name), carry),
            affine(2, 0, "a"),
            x(1, 2));

    assertThat(last.carry().shift.item()).isEqualTo(6);
    assertThat(last.output().shift.toFloats()).containsExactly(0, 2);
  }

  @Test
  void evalShape_names_the_children_of_which_it_has_shapes_only() {
    assertThat(Transforms.evalShape((Affine map) -> map, affine(1, 2, "a")))
        .hasToString("{slope=f32[], shift=f32[]}");
  }

  @Test
  void checkpoints_restore_into_the_class() {
    Checkpoints.in(folder).save(List.of(affine(2, 3, "a")), 1);

    var restored = Checkpoints.in(folder).restore(List.of(affine(0, 0, "b"))).getFirst();
    assertThat(restored.slope.item()).isEqualTo(2);
    assertThat(restored.shift.item()).isEqualTo(3);
    assertThat(restored.name).isEqualTo("b");
  }

  @Test
  void lifted_functions_take_and_return_the_class() {
    var lanes =
        Lifts.vmap(
            (Scope scope, Affine map) ->
                new Affine(
                    map.slope.mul(scope.param("w", ones(), Shape.of(), DType.F32)),
                    map.shift,
                    map.name),
            VmapLift.NONE.withVariableAxis("params", 0).withSplitRngs("params"));
    var result = new Affine[1];
    Scopes.init(
        Key.of(0),
        scope -> {
          result[0] = lanes.apply(scope, new Affine(x(1, 2), x(3, 4), "a"));
          return Numpy.zeros(Shape.of());
        });

    assertThat(result[0].slope.toFloats()).containsExactly(1, 2);
    assertThat(result[0].name).isEqualTo("a");
  }

  @Test
  void a_class_that_is_not_registered_is_refused_with_the_mend() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Transforms.jit((Unknown unknown) -> unknown).apply(new Unknown()))
        .withMessage(
            "A tree of a transformed function needs arrays, numbers and immutable values as "
                + "leaves, but \"0\" is of type RegisteredClassesTest$Unknown. Pass its contents "
                + "as arrays and numbers, or register the class with Trees.register. An "
                + "immutable class that defines equals may implement Opaque.");
  }
}
