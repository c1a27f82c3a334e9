package io.cambric.conformance.flax;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import java.util.Map;
import java.util.Objects;

/** The training steps of Flax's design notes, found by the text of their functions. */
final class TrainSteps {

  /** Steps that pass the state of the optimiser and the variables by hand. */
  private static final String BY_HAND =
      """
      def onehot(labels, num_classes, on_value=1.0, off_value=0.0):
          x = (labels[..., None] == jnp.arange(num_classes)[None])
          x = jax.lax.select(x, jnp.full(x.shape, on_value), jnp.full(x.shape, off_value))
          return x.astype(jnp.float32)
      def xent_loss(logits, labels):
          return -jnp.sum(onehot(labels, num_classes=10) * logits) / labels.size
      def get_learning_rate(step):
          return 0.1
      @functools.partial(jax.jit, static_argnums=(4, 5))
      def train_step(opt_state, variables, inputs, labels, apply_fn, tx_update_fn):
          def loss_fn(params):
              logits, new_model_state = apply_fn({**variables, 'params': params}, inputs, mutable=['batch_stats'])
              loss = xent_loss(logits, labels)
              return loss, new_model_state
          variables = dict(variables)
          params = variables.pop('params')
          (loss, new_model_state), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
          updates, new_opt_state = tx_update_fn(grads, opt_state, params)
          new_params = optax.apply_updates(params, updates)
          new_variables = {**variables, **new_model_state, 'params': new_params}
          return new_opt_state, new_variables, loss
      """;

  /** Steps of a state without other variables. */
  private static final String PLAIN =
      """
      def xent_loss(logits, labels):
          return -jnp.sum(onehot(labels, num_classes=10) * logits) / labels.size
      @jax.jit
      def train_step_plain(state, inputs, labels):
          def loss_fn(params):
              outputs = state.apply_fn({'params': params}, inputs)
              return xent_loss(outputs, labels)
          loss, grads = jax.value_and_grad(loss_fn)(state.params)
          return state.apply_gradients(grads=grads), loss
      """;

  /** Steps of a state that has running statistics. */
  private static final String WITH_STATISTICS =
      """
      def xent_loss(logits, labels):
          return -jnp.sum(onehot(labels, num_classes=10) * logits) / labels.size
      class StatsTrainState(train_state.TrainState):
          batch_stats: Any
      @jax.jit
      def train_step_state(state, inputs, labels):
          def loss_fn(params):
              outputs, new_model_state = state.apply_fn({'params': params, 'batch_stats': state.batch_stats}, inputs, mutable=['batch_stats'])
              return xent_loss(outputs, labels), new_model_state
          (loss, new_model_state), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
          return state.apply_gradients(grads=grads, batch_stats=new_model_state['batch_stats']), loss
      """;

  /** Makes masks of parameters for optimisers of which each is for some of them. */
  private static final String TRAVERSAL =
      """
      def flattened_traversal(fn):
          def mask(data):
              flat = traverse_util.flatten_dict(data)
              return traverse_util.unflatten_dict({k: fn(k, v) for k, v in flat.items()})
          return mask
      """;

  private static final Map<String, Step> BY_TEXT =
      Map.of(
          normalized(BY_HAND), TrainSteps::byHand,
          normalized(PLAIN), TrainSteps::stateful,
          normalized(TRAVERSAL + PLAIN), TrainSteps::stateful,
          normalized(WITH_STATISTICS), TrainSteps::stateful);

  private TrainSteps() {}

  /** The state that steps carry. */
  @PyTree
  record Carried(Array step, Variables variables, OptState optState) {}

  /** The batch of a step. */
  @PyTree
  record Batch(Array inputs, Array labels) {}

  /** The result of a step. */
  @PyTree
  record Done(Carried carried, Array loss) {}

  /** One step with a model and an optimiser. */
  interface Step {
    Done run(Module<?> model, GradientTransformation tx, Carried before, Batch batch);
  }

  /**
   * {@return the step that functions in Python are}
   *
   * @throws UnsupportedFeature if the text is not written in Java
   */
  static Step of(String functions) {
    var step = BY_TEXT.get(normalized(functions));
    if (step == null) {
      throw new UnsupportedFeature("expectation:losses");
    }
    return step;
  }

  private static String normalized(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /** {@code train_step}, with its functions passed as they are. */
  private static Done byHand(
      Module<?> model, GradientTransformation tx, Carried before, Batch batch) {
    var variables = before.variables();
    Fn<Params, WithAux<Variables>> lossFn = params -> loss(model, variables, params, batch);
    var all = Transforms.valueAndGradAux(lossFn).apply(variables.params());
    var updated = tx.update(all.grads(), before.optState(), variables.params());
    var params = Optax.applyUpdates(variables.params(), updated.updates());
    var next = variables.with(all.aux()).withParams(params);
    return new Done(new Carried(before.step().add(1), next, updated.state()), all.value());
  }

  /** {@code train_step_plain} and {@code train_step_state}, on the ready train state. */
  private static Done stateful(
      Module<?> model, GradientTransformation tx, Carried before, Batch batch) {
    var state =
        new StandardTrainState<Module<?>>(
            before.step(),
            before.variables().params(),
            before.variables().without(Variables.PARAMS),
            before.optState(),
            model,
            tx);
    Fn<Params, WithAux<Variables>> lossFn =
        params -> loss(state.model(), state.variables(), params, batch);
    var all = Transforms.valueAndGradAux(lossFn).apply(state.params());
    var next = state.applyGradients(all.grads()).withModelState(all.aux());
    return new Done(new Carried(next.step(), next.variables(), next.optState()), all.value());
  }

  private static WithAux<Variables> loss(
      Module<?> model, Variables variables, Params params, Batch batch) {
    var call = new ModuleCall("call", Map.of("inputs", batch.inputs()), Map.of());
    var options = ApplyOptions.mutable("batch_stats");
    var applied = Linen.apply(model, variables.withParams(params), options, call::on);
    var logits = (Array) Objects.requireNonNull(applied.output());
    return new WithAux<>(crossEntropy(logits, batch.labels()), applied.variables());
  }

  /** {@code xent_loss}: the sum of logarithmic probabilities, by the number of labels. */
  private static Array crossEntropy(Array logits, Array labels) {
    return oneHot(labels, 10).mul(logits).sum().neg().div(labels.size());
  }

  private static Array oneHot(Array labels, int classes) {
    var x = labels.expandDims(-1).eq(Numpy.arange(classes).expandDims(0));
    return Lax.select(x, Numpy.full(x.shape(), 1), Numpy.full(x.shape(), 0)).astype(DType.F32);
  }
}
