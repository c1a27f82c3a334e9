// Generated from MlpDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Initialized;
import io.cambric.module.Layer;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.List;

/**
 * A perceptron with one hidden layer of {@link io.cambric.nn.Dense Dense}.
 *
 * <p>Shapes: {@code [..., in] -> [..., out]}.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.MlpDef"
)
public sealed class Mlp extends Module<Mlp> implements Layer {
  private static final ModuleType<Mlp> TYPE = ModuleType.of(
      "Mlp",
      Mlp.class,
      MlpDef.class,
      Mlp::new,
      List.of(
          new ModuleType.Component<>("hiddenSize", "hiddenSize", MlpDef::hiddenSize),
          new ModuleType.Component<>("outSize", "outSize", MlpDef::outSize)));

  private Mlp(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Mlp}.
   *
   * @param hiddenSize width of the hidden layer
   * @param outSize width of the output
   * @return the module, without variables
   */
  public static Mlp of(int hiddenSize, int outSize) {
    return construct(TYPE, () -> new MlpDef(hiddenSize, outSize));
  }

  /**
   * Creates a perceptron with ten outputs.
   *
   * @param hiddenSize width of the hidden layer
   * @return the module, without variables
   */
  public static Mlp of(int hiddenSize) {
    return construct(TYPE, () -> new MlpDef(hiddenSize));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code MlpDef}.
   */
  public static Mlp self() {
    return self(TYPE);
  }

  /**
   * {@return width of the hidden layer}
   */
  public int hiddenSize() {
    MlpDef def = definition(this);
    return def.hiddenSize();
  }

  /**
   * {@return width of the output}
   */
  public int outSize() {
    MlpDef def = definition(this);
    return def.outSize();
  }

  /**
   * Copies this module with a different {@code hiddenSize}.
   *
   * @param hiddenSize width of the hidden layer
   * @return the changed copy
   */
  public Mlp withHiddenSize(int hiddenSize) {
    MlpDef def = definition(this);
    return rebuild(() -> new MlpDef(hiddenSize, def.outSize()));
  }

  /**
   * Copies this module with a different {@code outSize}.
   *
   * @param outSize width of the output
   * @return the changed copy
   */
  public Mlp withOutSize(int outSize) {
    MlpDef def = definition(this);
    return rebuild(() -> new MlpDef(def.hiddenSize(), outSize));
  }

  /**
   * Computes the output.
   *
   * @param x the input
   * @return the logits
   */
  @Override
  public Array call(Array x) {
    MlpDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), x);
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @param x the input
   * @return the new variables
   */
  public Variables init(Key key, Array x) {
    return init(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @param x the input
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array x) {
    return init(rngs, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @param x the input
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array x) {
    return initWithOutput(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @param x the input
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x) {
    return initWithOutput(rngs, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @param x the input
   * @return the output
   */
  public Array apply(Variables variables, Array x) {
    return apply(variables, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @param x the input
   * @return the output and the mutable variables
   */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x) {
    return apply(variables, options, m -> m.call(x));
  }

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped vmap(String... methods) {
    return lift(Vmapped::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped pmap(String... methods) {
    return lift(Vmapped::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this module with methods run in a loop; options follow} The first argument is the
   * carry. The result is the next carry, or a
   * {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Scanned scan(String... methods) {
    return lift(Scanned::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Rematted remat(String... methods) {
    return lift(Rematted::new, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public VariablesMapped mapVariables(String... methods) {
    return lift(VariablesMapped::new, MapVariablesLift.NONE, methods);
  }

  /**
   * The module mapped over axes, with the options as methods.
   */
  public static final class Vmapped extends Mlp implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned extends Mlp implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted extends Mlp implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped extends Mlp implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
