package io.cambric.generated;

import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Layer;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules that the processor has generated, from construction to application. */
class GeneratedModulesTest {

  private static final Array X = NdArray.of(Shape.of(1, 3), 1f, 2f, 3f);
  private static final Key KEY = Key.of(0);

  @Test
  void module_offers_constructors_accessors_withers_and_plain_methods() {
    var linear = Linear.of(4);

    assertThat(linear.features()).isEqualTo(4);
    assertThat(linear.kernelInit()).isSameAs(Definitions.ONES);
    assertThat(linear.withFeatures(5)).isEqualTo(Linear.of(5, Definitions.ONES));
    assertThat(linear.outputs()).isEqualTo(4);
  }

  @Test
  void compact_module_initializes_and_applies_under_automatic_and_given_names() {
    var two = Two.of(2, 1);

    var variables = two.init(KEY, X);

    assertThat(variables.params().toString()).contains("Linear_0", "head");
    assertThat(two.apply(variables, X).toFloats()).containsExactly(12f);
  }

  @Test
  void shorthands_agree_with_the_general_forms() {
    var two = Two.of(2, 1);
    var variables = two.init(KEY, X);

    assertThat(two.init(KEY, m -> m.call(X))).hasToString(variables.toString());
    assertThat(two.initWithOutput(KEY, X).variables()).hasToString(variables.toString());
    assertThat(two.initWithOutput(KEY, X).output().toFloats()).containsExactly(12f);
    assertThat(two.apply(variables, mutable("stats"), X).output().toFloats())
        .isEqualTo(two.apply(variables, m -> m.call(X)).toFloats());
  }

  @Test
  void setup_module_hides_its_record_and_mirrors_it() {
    var coder = Coder.of(2, 3);

    var variables = coder.init(KEY, X);

    assertThat(variables.params().toString()).contains("enc", "decoder");
    assertThat(coder.apply(variables, m -> m.encode(X)).toFloats()).containsExactly(6f, 6f);
    assertThat(coder.apply(variables, X).toFloats()).containsExactly(12f, 12f, 12f);
    assertThat(coder.parts().decoder()).isEqualTo(Linear.of(3));
    assertThat(coder.bind(variables).parts().encoder().call(X).toFloats()).containsExactly(6f, 6f);
  }

  @Test
  void attributes_are_adopted_and_bound_accessors_hand_them_out_bound() {
    var pipeline = Pipeline.of(Linear.of(2), List.of(Linear.of(1), (Layer) x -> x.neg()));

    var variables = pipeline.init(KEY, X);

    assertThat(variables.params().toString()).contains("first", "rest_0");
    assertThat(pipeline.apply(variables, X).toFloats()).containsExactly(-12f);
    assertThat(pipeline.apply(variables, X, true).toFloats()).containsExactly(-1f, -2f, -3f);
    assertThat(pipeline.bind(variables).first().call(X).toFloats()).containsExactly(6f, 6f);
  }

  @Test
  void modules_are_values() {
    assertThat(Two.of(2, 1)).isEqualTo(Two.of(2, 1)).hasSameHashCodeAs(Two.of(2, 1));
    assertThat(Two.of(2, 1)).isNotEqualTo(Two.of(2, 2)).isNotEqualTo(Two.of(2, 1).named("a"));
  }
}
