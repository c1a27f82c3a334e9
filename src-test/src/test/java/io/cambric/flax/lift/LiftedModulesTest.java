package io.cambric.flax.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.control.CheckpointPolicies;
import io.cambric.core.Array;
import io.cambric.errors.SupersededModuleException;
import io.cambric.module.Modules;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.VmapLift;
import org.junit.jupiter.api.Test;

/** Modules under lifted transformations, whose options are methods of theirs. */
class LiftedModulesTest {

  private static final Key KEY = Key.of(0);

  private static final VmapLift LANES =
      VmapLift.NONE.withVariableAxis("params", 0).withSplitRngs("params");

  @Module
  record PairDef(Dense first, int calls) {
    @Compact
    Array call(Array x) {
      var second = Dense.of(2).vmap();
      second = second.variableAxis("params", 0);
      return second.splitRngs("params").call(first.call(x));
    }
  }

  @Module
  record LateDef() {
    @Compact
    Array call(Array x) {
      var mapped = Dense.of(2).vmap();
      mapped.splitRngs("params").variableAxis("params", 0).call(x);
      return mapped.call(x);
    }
  }

  @Test
  void options_as_methods_and_as_a_record_make_equal_modules() {
    var methods = Dense.of(3).vmap().variableAxis("params", 0).splitRngs("params");
    var record = Dense.of(3).lifted(LANES);
    assertThat(methods).isEqualTo(record).hasSameHashCodeAs(record).hasToString(record.toString());
    assertThat(record).isEqualTo(methods);
    assertThat(methods).isNotEqualTo(methods.splitRngs("dropout")).isNotEqualTo(Dense.of(3));
    assertThat(Dense.of(3).remat().policy(CheckpointPolicies.everythingSaveable()))
        .isEqualTo(
            Dense.of(3).lifted(RematLift.ALL.withPolicy(CheckpointPolicies.everythingSaveable())));
  }

  @Test
  void a_transformed_module_is_one_of_its_type() {
    Dense mapped = Dense.of(3).vmap().variableAxis("params", 0).splitRngs("params");
    Dense wider = mapped.withFeatures(5).named("wide");
    var xs = Numpy.ones(Shape.of(4, 2));
    assertThat(wider.init(KEY, xs).params().get("kernel").shape()).isEqualTo(Shape.of(4, 2, 5));
    assertThat(Pair.of(mapped, 1).first()).isEqualTo(mapped);
    assertThat(Pair.of(mapped, 1).bind(Pair.of(mapped, 1).init(KEY, xs)).first().isBound())
        .isTrue();
  }

  @Test
  void each_option_takes_over_the_place_of_the_module_before_it() {
    var variables = Pair.of(Dense.of(3), 1).init(KEY, Numpy.ones(Shape.of(4, 2)));
    assertThat(variables.params().get("VmapDense_0", "kernel").shape())
        .isEqualTo(Shape.of(4, 3, 2));
    assertThatExceptionOfType(SupersededModuleException.class)
        .isThrownBy(() -> Late.of().init(KEY, Numpy.ones(Shape.of(4, 2))));
  }

  @Test
  void an_option_changes_the_outermost_transformation() {
    var inner = Dense.of(3).vmap().variableAxis("params", 0).splitRngs("params");
    var outer = inner.vmap().variableAxis("params", 1).splitRngs("params").inAxes(0);
    var xs = Numpy.ones(Shape.of(5, 4, 2));
    assertThat(outer.init(KEY, xs).params().get("kernel").shape()).isEqualTo(Shape.of(4, 5, 2, 3));
    assertThat(outer)
        .isEqualTo(
            Dense.of(3)
                .lifted(LANES)
                .lifted(
                    VmapLift.NONE
                        .withVariableAxis("params", 1)
                        .withSplitRngs("params")
                        .withInAxes(0)));
  }

  @Test
  void options_belong_to_the_methods_that_are_named() {
    var loop = LoopBody.of().scan("call").variableBroadcast("params").shareRngs("params");
    assertThat(loop)
        .isEqualTo(LoopBody.of().scan().variableBroadcast("params").shareRngs("params"));
  }

  @Test
  void modules_from_lambdas_have_the_options_too() {
    var mapped =
        Modules.of("Mlp", x -> Dense.of(3).call(x))
            .vmap()
            .variableAxis("params", 0)
            .splitRngs("params");
    var variables = mapped.init(KEY, Numpy.ones(Shape.of(4, 2)));
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(4, 2, 3));
    assertThat(Modules.of("Two", (Array x, Boolean train) -> train ? x : x.mul(2)).remat())
        .isNotNull();
  }
}
