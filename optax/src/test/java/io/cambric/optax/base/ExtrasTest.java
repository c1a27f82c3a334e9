package io.cambric.optax.base;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtrasTest {

  private static final Extra<Array> TEMPERATURE = new Extra<>("temperature", Array.class);

  private static final Map<String, Array> PARAMS = Map.of("a", Sample.row(3), "b", Sample.row(4));

  /** Half of the gradient, halved until the loss falls: a line search of two tries. */
  record HalveUntilLower() implements Stateless {

    @Override
    public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
      var at = Hyperparameters.requireParams("halve", params);
      var loss = extras.requireValueFn("halve");
      var value = extras.require(Extra.VALUE, "halve");
      P direction = Trees.map(extras.requireGrad("halve"), (Array g) -> g.neg());
      P whole = Trees.map(at, direction, (Array p, Array d) -> p.add(d));
      var lower = loss.apply(whole).lt(value);
      return Trees.map(direction, (Array d) -> d.mul(Numpy.where(lower, 1f, 0.5f)));
    }
  }

  /** Updates times an argument that Optax does not know. */
  record Heat() implements Stateless {

    @Override
    public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
      var temperature = extras.require(TEMPERATURE, "heat");
      return Trees.map(updates, (Array g) -> g.mul(temperature));
    }
  }

  private static Array loss(Map<String, Array> p) {
    return p.get("a").square().sum().add(p.get("b").square().sum());
  }

  @Test
  void chains_pass_extras_to_each_part_under_jit() {
    var tx = Optax.chain(new HalveUntilLower(), Optax.chain(new Heat()));
    var step =
        Transforms.jit((Map<String, Array> params, OptState state, Array heat) -> {
          var both = Transforms.valueAndGrad(ExtrasTest::loss).apply(params);
          return tx.update(
                  both.grads(),
                  state,
                  params,
                  extras ->
                      extras
                          .withValue(both.value())
                          .withGrad(both.grads())
                          .withValueFn(p -> loss(p))
                          .with(TEMPERATURE, heat))
              .updates();
        });

    var updates = step.apply(PARAMS, tx.init(PARAMS), Numpy.scalar(10.0));

    // The whole gradient 2 p leads to -p, whose loss is the same, so half of it is taken.
    assertNear(updates.get("a"), -30);
    assertNear(updates.get("b"), -40);
  }

  @Test
  void masks_show_the_gradient_and_the_value_function_in_the_form_of_the_updates() {
    var tx = Optax.masked(new HalveUntilLower(), Map.of("a", true, "b", false));
    var grads = Map.of("a", Sample.row(6), "b", Sample.row(8));

    var updates =
        tx.update(
                grads,
                tx.init(PARAMS),
                PARAMS,
                e -> e.withGrad(grads).withValue(loss(PARAMS)).withValueFn(ExtrasTest::loss))
            .updates();

    assertNear(updates.get("a"), -3);
    assertThat(updates.get("b")).isSameAs(grads.get("b"));
  }

  @Test
  void transformations_that_need_no_extras_ignore_them() {
    var updated =
        Optax.sgd(0.5).update(PARAMS, Optax.sgd(0.5).init(PARAMS), null, e -> e.withBatchSize(3));
    assertNear(updated.updates().get("a"), -1.5);
  }

  @Test
  void a_missing_extra_is_named_with_its_wither() {
    var tx = Optax.chain(Optax.clip(1), new HalveUntilLower());
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(PARAMS, tx.init(PARAMS), PARAMS))
        .withMessage(
            "halve needs the extra argument valueFn, but update got none."
                + " Call update(updates, state, params, extras -> extras.withValueFn(p -> loss(p))).");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            tx.update(
                PARAMS,
                tx.init(PARAMS),
                PARAMS,
                e -> e.withKey(Key.of(0)).withGrad(PARAMS).withValueFn(ExtrasTest::loss)))
        .withMessage(
            "halve needs the extra argument value, but update got only key, grad, valueFn."
                + " Call update(updates, state, params, extras -> extras.withValue(...)).");
  }

  @Test
  void a_missing_extra_of_ones_own_is_named_with_its_type() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> new Heat().update(PARAMS, new EmptyState(), null))
        .withMessage(
            "heat needs the extra argument temperature, but update got none. Call update(updates,"
                + " state, params, extras ->"
                + " extras.with(new Extra<>(\"temperature\", Array.class), ...)).");
  }

  @Test
  void the_last_of_two_values_counts() {
    var extras = Extras.none().withBatchSize(3).withBatchSize(4);
    assertThat(extras.get(Extra.BATCH_SIZE)).contains(4);
    assertThat(extras.get(Extra.KEY)).isEmpty();
    assertThat(extras).hasToString("Extras[batchSize]");
  }

  @Test
  void extras_of_another_form_convert_gradient_and_function() {
    var extras =
        Extras.<Map<String, Array>>none()
            .withGrad(PARAMS)
            .withValueFn(ExtrasTest::loss)
            .withBatchSize(2)
            .<Array>converted(tree -> tree.get("a"), a -> Map.of("a", a, "b", Sample.row(0)));
    assertThat(extras.requireGrad("a test").toFloats()).containsExactly(3);
    assertNear(extras.requireValueFn("a test").apply(Sample.row(5)), 25);
    assertThat(extras.get(Extra.BATCH_SIZE)).contains(2);
  }
}
