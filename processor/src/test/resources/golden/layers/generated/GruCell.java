// Generated from GruCellDef; edit that instead.
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
 * A module that is a cell and a layer.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.GruCellDef"
)
public sealed class GruCell extends Module<GruCell> implements Layer, Cell<List<Array>> {
  private static final ModuleType<GruCell> TYPE = ModuleType.of(
      "GruCell",
      GruCell.class,
      GruCellDef.class,
      GruCell::new,
      List.of(
          new ModuleType.Component<>("features", "features", GruCellDef::features)));

  private GruCell(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code GruCell}.
   *
   * @return the module, without variables
   */
  public static GruCell of(int features) {
    return construct(TYPE, () -> new GruCellDef(features));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code GruCellDef}.
   */
  public static GruCell self() {
    return self(TYPE);
  }

  /**
   * {@return the component {@code features}}
   */
  @Override
  public int features() {
    GruCellDef def = definition(this);
    return def.features();
  }

  /**
   * Copies this module with a different {@code features}.
   *
   * @return the changed copy
   */
  public GruCell withFeatures(int features) {
    return rebuild(() -> new GruCellDef(features));
  }

  /**
   * Runs {@code call} of {@code GruCellDef} in the scope of this module.
   */
  @Override
  public Array call(Array x) {
    GruCellDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), x);
  }

  @Override
  public List<Array> step(List<Array> carry, Array x) {
    GruCellDef def = definition(this);
    return run("step", MethodKind.PLAIN, a -> def.step(a.<List<Array>>get(0), a.<Array>get(1)),
        carry, x);
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @return the new variables
   */
  public Variables init(Key key, Array x) {
    return init(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array x) {
    return init(rngs, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array x) {
    return initWithOutput(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x) {
    return initWithOutput(rngs, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
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
  public static final class Vmapped extends GruCell implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned extends GruCell implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted extends GruCell implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped extends GruCell implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
