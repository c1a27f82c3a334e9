package io.cambric.module;

import static io.cambric.module.Shapes.X;
import static io.cambric.module.Shapes.init;
import static io.cambric.module.Shapes.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.SupersededModuleException;
import io.cambric.numpy.Key;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Two;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Late names: the name of a module is settled late, so that withers and names chain. */
class LateNameTest {

  private static Array call(Dense dense, Object x) {
    return dense.call((Array) x);
  }

  @Test
  void withers_and_a_name_chain_in_one_expression() {
    var params = init(x -> call(Dense.of(4).withUseBias(false).named("out"), x)).params();

    assertThat(params.paths()).containsExactly("out/kernel");
  }

  @Test
  void wither_takes_the_place_over() {
    assertThat(
            names(x -> {
              var y = call(Dense.of(4).withFeatures(3), x);
              return call(Dense.of(2), y);
            }))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void name_may_come_before_the_wither() {
    assertThat(names(x -> call(Dense.of(4).named("out").withFeatures(2), x)))
        .containsExactly("out");
  }

  @Test
  void names_follow_construction_and_not_use() {
    var params =
        init(
                x -> {
                  var first = Dense.of(5);
                  var second = Dense.of(3);
                  return call(first, call(second, x));
                })
            .params();

    assertThat(params.entries().keySet()).containsExactly("Dense_1", "Dense_0");
    assertThat(params.get("Dense_0", "bias").shape()).isEqualTo(Shape.of(5));
  }

  @Test
  void constructed_but_never_used_module_takes_its_name() {
    assertThat(
            names(x -> {
              Dense.of(5);
              return call(Dense.of(3), x);
            }))
        .containsExactly("Dense_1");
  }

  @Test
  void place_that_a_name_took_is_not_counted() {
    assertThat(
            names(x -> {
              var named = Dense.of(5).named("out");
              var other = Dense.of(3);
              return call(named, call(other, x));
            }))
        .containsExactly("Dense_0", "out");
  }

  @Test
  void automatic_name_is_there_when_the_method_returns() {
    var made = new ArrayList<Dense>();
    init(x -> {
      made.add(Dense.of(5));
      return x;
    });

    assertThat(made.getFirst().name()).contains("Dense_0");
  }

  @Test
  void superseded_module_refuses_to_run() {
    assertThatExceptionOfType(SupersededModuleException.class)
        .isThrownBy(() ->
            init(x -> {
              var dense = Dense.of(4);
              dense.named("out");
              return call(dense, x);
            }))
        .withMessageMatching(
            "Dense was used at \\S+ after \"out\" had replaced it\\. Use the result of the "
                + "last wither, named or transformation instead\\.");
  }

  @Test
  void wither_on_a_used_module_opens_a_new_place() {
    assertThat(
            names(x -> {
              var dense = Dense.of(3);
              var y = call(dense, x);
              return call(dense.withFeatures(2), y);
            }))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void wither_on_a_used_module_with_a_name_keeps_the_name_and_clashes() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            init(x -> {
              var dense = Dense.of(3).named("a");
              var y = call(dense, x);
              return call(dense.withFeatures(2), y);
            }));
  }

  @Test
  void wither_on_a_superseded_module_opens_a_new_place() {
    assertThat(
            names(x -> {
              var base = Dense.of(3);
              var first = base.withUseBias(false);
              var second = base.withUseBias(true);
              return call(second, call(first, x));
            }))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void wither_on_an_attribute_opens_a_place_in_the_running_module() {
    var template = Dense.of(3);
    assertThat(
            names(x -> {
              var y = call(template.named("left"), x);
              return call(template.withFeatures(2), y);
            }))
        .containsExactly("left", "Dense_0");
  }

  @Test
  void copies_of_a_template_are_submodules_of_their_own() {
    var template = Dense.of(3);
    assertThat(names(x -> call(template.copy(), call(template.copy(), x))))
        .containsExactly("Dense_1", "Dense_0");
  }

  @Test
  void copy_of_a_module_with_submodules_takes_them_anew() {
    var inner = Dense.of(3);
    var template = Two.of(inner, inner);
    var params = init(x -> template.copy().call(template.copy().call((Array) x))).params();

    assertThat(params.paths())
        .containsExactly("Two_0/a/bias", "Two_0/a/kernel", "Two_1/a/bias", "Two_1/a/kernel");
  }

  @Test
  void copy_of_a_used_module_has_variables_of_its_own() {
    assertThat(
            names(x -> {
              var dense = Dense.of(3);
              return call(dense.copy(), call(dense, x));
            }))
        .containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void outside_of_models_names_and_withers_make_templates() {
    var dense = Dense.of(4).named("a").withFeatures(2);

    assertThat(dense.name()).contains("a");
    assertThat(dense.features()).isEqualTo(2);
    assertThat(dense.detached()).isEqualTo(dense);
    assertThat(dense.copy().name()).isEmpty();
  }

  @Test
  void module_kept_from_one_compact_call_works_in_a_later_method() {
    var kept = new ArrayList<Dense>();
    var model =
        Body.of(x -> {
          kept.add(Dense.of(3));
          return call(kept.getFirst(), x);
        });
    var variables = model.init(Key.of(0), m -> m.call(X));
    kept.clear();

    assertThat(
            model
                .<Array>apply(
                    variables,
                    m -> {
                      m.call(X);
                      return kept.getFirst().call(X);
                    })
                .shape())
        .isEqualTo(Shape.of(1, 3));
  }
}
