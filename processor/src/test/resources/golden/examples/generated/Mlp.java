// Generated from MlpDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Initialized;
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
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A perceptron, with an example of each use.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.MlpDef",
    imports = "java.util.List"
)
public sealed class Mlp extends Module<Mlp> {
  private static final ModuleType<Mlp> TYPE = ModuleType.of(
      "Mlp",
      Mlp.class,
      MlpDef.class,
      Mlp::new,
      List.of(
          new ModuleType.Component<>("sizes", "sizes", MlpDef::sizes),
          new ModuleType.Component<>("title", "title", MlpDef::title)));

  private Mlp(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Mlp}.
   *
   * @return the module, without variables
   */
  public static Mlp of(List<Integer> sizes, String title) {
    return construct(TYPE, () -> new MlpDef(sizes, title));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code MlpDef}.
   */
  public static Mlp self() {
    return self(TYPE);
  }

  /**
   * {@return the component {@code sizes}}
   */
  public List<Integer> sizes() {
    MlpDef def = definition(this);
    return def.sizes();
  }

  /**
   * {@return the component {@code title}}
   */
  public String title() {
    MlpDef def = definition(this);
    return def.title();
  }

  /**
   * Copies this module with a different {@code sizes}.
   *
   * @return the changed copy
   */
  public Mlp withSizes(List<Integer> sizes) {
    MlpDef def = definition(this);
    return rebuild(() -> new MlpDef(sizes, def.title()));
  }

  /**
   * Copies this module with a different {@code title}.
   *
   * @return the changed copy
   */
  public Mlp withTitle(String title) {
    MlpDef def = definition(this);
    return rebuild(() -> new MlpDef(def.sizes(), title));
  }

  /**
   * Copies this module with a different {@code sizes}, given as numbers.
   *
   * @param more the values after the first
   * @return the changed copy
   */
  public Mlp withSizes(int sizes, int... more) {
    return withSizes(IntStream.concat(IntStream.of(sizes), IntStream.of(more)).boxed().toList());
  }

  /**
   * Runs {@code call} of {@code MlpDef} in the scope of this module.
   */
  public Array call(Array x, boolean train) {
    MlpDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0), a.<Boolean>get(1)), x,
        train);
  }

  /**
   * Runs {@code logits} of {@code MlpDef} in the scope of this module.
   */
  public Array logits(Array x) {
    MlpDef def = definition(this);
    return run("logits", MethodKind.PLAIN, a -> def.logits(a.<Array>get(0)), x);
  }

  /**
   * Runs {@code counts} of {@code MlpDef} in the scope of this module.
   */
  public Map<String, Integer> counts() {
    MlpDef def = definition(this);
    return run("counts", MethodKind.PLAIN, a -> def.counts());
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @return the new variables
   */
  public Variables init(Key key, Array x, boolean train) {
    return init(key, m -> m.call(x, train));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array x, boolean train) {
    return init(rngs, m -> m.call(x, train));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array x, boolean train) {
    return initWithOutput(key, m -> m.call(x, train));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x, boolean train) {
    return initWithOutput(rngs, m -> m.call(x, train));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @return the output
   */
  public Array apply(Variables variables, Array x, boolean train) {
    return apply(variables, m -> m.call(x, train));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @return the output and the mutable variables
   */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x, boolean train) {
    return apply(variables, options, m -> m.call(x, train));
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
