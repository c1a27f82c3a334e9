package io.cambric.optax.base;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The extra arguments of an update, besides updates, state and parameters.
 *
 * <p>Line searches, for example, need the value of the loss, its gradient and the loss as a
 * function. Chains and masked transformations pass extras on to their parts. A transformation
 * ignores extras that it does not need.
 *
 * {@snippet :
 * tx.update(grads, state, params, e -> e.withValue(loss).withGrad(grads).withValueFn(lossFn));
 * }
 *
 * @param <P> the tree of parameters
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/transformations.html">optax.GradientTransformationExtraArgs</a>
 */
public final class Extras<P> {

  private static final List<Extra<?>> WITH_WITHER =
      List.of(Extra.VALUE, Extra.BATCH_SIZE, Extra.KEY);

  private final Map<Extra<?>, Object> values;
  private final @Nullable P grad;
  private final @Nullable Fn<P, Array> valueFn;
  private final @Nullable GradFn<P> gradFn;

  private Extras(
      Map<Extra<?>, Object> values,
      @Nullable P grad,
      @Nullable Fn<P, Array> valueFn,
      @Nullable GradFn<P> gradFn) {
    this.values = values;
    this.grad = grad;
    this.valueFn = valueFn;
    this.gradFn = gradFn;
  }

  /** {@return extras without arguments} */
  public static <P> Extras<P> none() {
    return new Extras<>(Map.of(), null, null, null);
  }

  /**
   * {@return these extras with the value of the loss at the parameters}
   *
   * @param value a scalar
   */
  public Extras<P> withValue(Array value) {
    return with(Extra.VALUE, value);
  }

  /**
   * {@return these extras with the gradient of the loss at the parameters}
   *
   * @param gradient before any transformation, structured like the parameters
   */
  public Extras<P> withGrad(P gradient) {
    return new Extras<>(values, gradient, valueFn, gradFn);
  }

  /**
   * {@return these extras with the loss as a function}
   *
   * @param function from parameters to a scalar; its other arguments are captured
   */
  public Extras<P> withValueFn(Fn<P, Array> function) {
    return new Extras<>(values, grad, function, gradFn);
  }

  /**
   * {@return these extras with the gradient of the loss as a function}
   *
   * @param function from parameters, and the number of a step, to the gradient
   */
  public Extras<P> withGradFn(GradFn<P> function) {
    return new Extras<>(values, grad, valueFn, function);
  }

  /** {@return these extras with the number of examples in the gradients} */
  public Extras<P> withBatchSize(int size) {
    return with(Extra.BATCH_SIZE, size);
  }

  /** {@return these extras with a key for random numbers} */
  public Extras<P> withKey(Key key) {
    return with(Extra.KEY, key);
  }

  /**
   * {@return these extras with an argument, which replaces an argument with the same name and type}
   */
  public <T> Extras<P> with(Extra<T> extra, T value) {
    var all = new LinkedHashMap<>(values);
    all.put(extra, value);
    return new Extras<>(all, grad, valueFn, gradFn);
  }

  /** {@return an argument, if present} */
  public <T> Optional<T> get(Extra<T> extra) {
    return Optional.ofNullable(values.get(extra)).map(extra.type()::cast);
  }

  /** {@return the gradient of the loss, if present} */
  public Optional<P> grad() {
    return Optional.ofNullable(grad);
  }

  /** {@return the loss as a function, if present} */
  public Optional<Fn<P, Array>> valueFn() {
    return Optional.ofNullable(valueFn);
  }

  /** {@return the gradient of the loss as a function, if present} */
  public Optional<GradFn<P>> gradFn() {
    return Optional.ofNullable(gradFn);
  }

  /**
   * {@return an argument that a transformation needs}
   *
   * @param transformation name of the transformation, for the message
   * @throws HyperparameterException if the argument is missing
   */
  public <T> T require(Extra<T> extra, String transformation) {
    var name = extra.name();
    var wither =
        WITH_WITHER.contains(extra)
            ? "with%s%s(...)".formatted(Character.toUpperCase(name.charAt(0)), name.substring(1))
            : "with(new Extra<>(\"%s\", %s.class), ...)"
                .formatted(name, extra.type().getSimpleName());
    return get(extra).orElseThrow(() -> missing(transformation, name, wither));
  }

  /**
   * {@return the gradient of the loss, which a transformation needs}
   *
   * @throws HyperparameterException if it is missing
   */
  public P requireGrad(String transformation) {
    return grad().orElseThrow(() -> missing(transformation, "grad", "withGrad(grads)"));
  }

  /**
   * {@return the loss as a function, which a transformation needs}
   *
   * @throws HyperparameterException if it is missing
   */
  public Fn<P, Array> requireValueFn(String transformation) {
    return valueFn()
        .orElseThrow(() -> missing(transformation, "valueFn", "withValueFn(p -> loss(p))"));
  }

  /**
   * {@return the gradient of the loss as a function, which a transformation needs}
   *
   * @throws HyperparameterException if it is missing
   */
  public GradFn<P> requireGradFn(String transformation) {
    return gradFn()
        .orElseThrow(
            () -> missing(transformation, "gradFn", "withGradFn((p, step) -> gradients(p))"));
  }

  private HyperparameterException missing(String transformation, String name, String wither) {
    var given = names();
    return new HyperparameterException(
        "%s needs the extra argument %s, but update got %s. Call update(updates, state, params, extras -> extras.%s)."
            .formatted(
                transformation,
                name,
                given.isEmpty() ? "none" : "only " + String.join(", ", given),
                wither));
  }

  private List<String> names() {
    var names = new ArrayList<String>();
    values.keySet().forEach(extra -> names.add(extra.name()));
    grad().ifPresent(_ -> names.add("grad"));
    valueFn().ifPresent(_ -> names.add("valueFn"));
    gradFn().ifPresent(_ -> names.add("gradFn"));
    return names;
  }

  /**
   * {@return these extras for another form of the parameters, for a transformation inside of
   * another}
   *
   * <p>The gradient takes the other form. The loss and its gradient as functions take parameters of
   * the other form and convert them back. All other arguments stay unchanged.
   *
   * @param to from parameters to their other form
   * @param from the inverse of {@code to}
   */
  public <Q> Extras<Q> converted(Fn<P, Q> to, Fn<Q, P> from) {
    return new Extras<>(
        values,
        grad == null ? null : to.apply(grad),
        valueFn == null ? null : other -> valueFn.apply(from.apply(other)),
        gradFn == null
            ? null
            : (other, step) -> to.apply(gradFn.gradients(from.apply(other), step)));
  }

  @Override
  public String toString() {
    return "Extras" + names();
  }
}
