package io.cambric.module;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.scope.Scope;
import io.cambric.scope.Variable;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The scope of the running module, for methods of definitions through static imports: its
 * parameters, variables and random keys.
 *
 * {@snippet :
 * Array kernel = param("kernel", kernelInit, Shape.of(x.dim(-1), features));
 * Key key = makeRng("dropout");
 * }
 *
 * @see io.cambric.scope.Scope
 */
public final class ModuleScope {

  /** The default collection of {@link #perturb}. */
  private static final String PERTURBATIONS = "perturbations";

  private ModuleScope() {}

  /** {@return an f32 parameter; see {@link Scope#param(String, Initializer, Shape, DType)}} */
  public static Array param(String name, Initializer init, Shape shape) {
    return param(name, init, shape, DType.F32);
  }

  /** {@return a parameter; see {@link Scope#param(String, Initializer, Shape, DType)}} */
  public static Array param(String name, Initializer init, Shape shape, DType dtype) {
    return creating("Parameter \"" + name + "\"").param(name, init, shape, dtype);
  }

  /** {@return a parameter that is a pytree; see {@link Scope#param(String, Fn)}} */
  public static <T> T param(String name, Fn<Key, T> init) {
    return creating("Parameter \"" + name + "\"").param(name, init);
  }

  /** {@return a variable, created if missing; see {@link Scope#variable}} */
  public static <T> Variable<T> variable(
      String collection, String name, Supplier<? extends T> init) {
    return creating("Variable \"" + name + "\"").variable(collection, name, init);
  }

  /** {@return a variable that must exist; see {@link Scope#variable}} */
  public static <T> Variable<T> variable(String collection, String name) {
    return creating("Variable \"" + name + "\"").variable(collection, name, null);
  }

  /** {@return the next key of stream {@code params}} */
  public static Key makeRng() {
    return makeRng(Variables.PARAMS);
  }

  /** {@return the next key of a random stream; see {@link Scope#makeRng}} */
  public static Key makeRng(String stream) {
    return running("makeRng").makeRng(stream);
  }

  /** {@return whether a random stream of this name was given} */
  public static boolean hasRng(String stream) {
    return running("hasRng").hasRng(stream);
  }

  /** {@return whether this call is an init; not the same as parameters being mutable} */
  public static boolean isInitializing() {
    return running("isInitializing").isInitializing();
  }

  /** {@return whether a collection may be written in this call} */
  public static boolean isMutableCollection(String collection) {
    return running("isMutableCollection").isMutable(collection);
  }

  /** {@return whether a variable of this module exists} */
  public static boolean hasVariable(String collection, String name) {
    return running("hasVariable").hasVariable(collection, name);
  }

  /** {@return the value of a variable of this module, if it exists} */
  public static <T> Optional<T> getVariable(String collection, String name) {
    return running("getVariable").getVariable(collection, name);
  }

  /** Stores a variable of this module; see {@link Scope#putVariable}. */
  public static void putVariable(String collection, String name, Object value) {
    running("putVariable").putVariable(collection, name, value);
  }

  /**
   * Appends a value to the list in a variable, unless its collection is immutable.
   *
   * @return whether it was stored
   */
  public static boolean sow(String collection, String name, Object value) {
    return running("sow").sow(collection, name, value);
  }

  /**
   * Combines a value with the one in a variable; see {@link Scope#sow(String, String, Object,
   * Supplier, BiFunction)}.
   *
   * @return whether it was stored
   */
  public static <S, T> boolean sow(
      String collection,
      String name,
      T value,
      Supplier<? extends S> first,
      BiFunction<? super S, ? super T, ? extends S> reduce) {
    return running("sow").sow(collection, name, value, first, reduce);
  }

  /** {@return the value plus its perturbation in collection {@code perturbations}} */
  public static <T> T perturb(String name, T value) {
    return perturb(PERTURBATIONS, name, value);
  }

  /** {@return the value plus its perturbation in a collection; see {@link Scope#perturb}} */
  public static <T> T perturb(String collection, String name, T value) {
    return running("perturb").perturb(collection, name, value);
  }

  /** {@return the names from the root to the running module} */
  public static List<String> path() {
    return running("path").path();
  }

  /** {@return the current variables of the running module and its submodules} */
  public static Variables variables() {
    return running("variables").variables();
  }

  /**
   * Shares one scope between the running module and another: the running module's if the other is
   * its submodule, else the other's.
   *
   * @throws io.cambric.errors.UnboundModuleException if the other is unbound
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html">nn.share_scope</a>
   */
  public static void shareScope(Module<?> other) {
    binding("shareScope").share(other.bound("shareScope"));
  }

  private static Scope creating(String what) {
    var binding = binding(what);
    if (!binding.mayCreate()) {
      throw ModuleErrors.variableOutsideSetup(what, binding);
    }
    return binding.scope();
  }

  private static Scope running(String what) {
    return binding(what).scope();
  }

  private static Binding binding(String what) {
    var frame = MethodFrame.current();
    if (frame == null || frame.binding() == null) {
      throw ModuleErrors.noModule(what, frame);
    }
    return frame.binding();
  }
}
