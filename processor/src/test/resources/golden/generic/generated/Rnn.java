// Generated from RnnDef; edit that instead.
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

/**
 * Runs a cell.
 *
 * @param <C> the cell
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.RnnDef"
)
public sealed class Rnn<C extends Comparable<C>> extends Module<Rnn<C>> {
  private static final ModuleType<?> TYPE = newType();

  private Rnn(Handle handle, Record definition) {
    super(type(), handle, definition);
  }

  /**
   * Creates a {@code Rnn}.
   *
   * @param <C> the cell
   * @param cell the cell
   * @return the module, without variables
   */
  public static <C extends Comparable<C>> Rnn<C> of(C cell, List<C> others) {
    return construct(type(), () -> new RnnDef<>(cell, others));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code RnnDef}.
   */
  public static <C extends Comparable<C>> Rnn<C> self() {
    return self(type());
  }

  /**
   * {@return the cell}
   */
  public C cell() {
    RnnDef<C> def = definition(this);
    return attribute(def.cell());
  }

  /**
   * {@return the component {@code others}}
   */
  public List<C> others() {
    RnnDef<C> def = definition(this);
    return attribute(def.others());
  }

  /**
   * Copies this module with a different {@code cell}.
   *
   * @param cell the cell
   * @return the changed copy
   */
  public Rnn<C> withCell(C cell) {
    RnnDef<C> def = definition(this);
    return rebuild(() -> new RnnDef<>(cell, def.others()));
  }

  /**
   * Copies this module with a different {@code others}.
   *
   * @return the changed copy
   */
  public Rnn<C> withOthers(List<C> others) {
    RnnDef<C> def = definition(this);
    return rebuild(() -> new RnnDef<>(def.cell(), others));
  }

  /**
   * {@return the parts of this module: bound if this module is bound, templates otherwise}
   */
  public Parts<C> cells() {
    var parts = Module.<RnnDef.Parts<C>>templateParts(this);
    return new Parts<>(parts.cell());
  }

  /**
   * Runs {@code call} of {@code RnnDef} in the scope of this module.
   */
  public C call(Array x) {
    RnnDef<C> def = definition(this);
    return run("call", MethodKind.PLAIN, a -> def.call(Module.<RnnDef.Parts<C>>setupParts(this),
        a.<Array>get(0)), x);
  }

  /**
   * Runs {@code choose} of {@code RnnDef} in the scope of this module.
   */
  public <T extends C> T choose(T first, T second) {
    RnnDef<C> def = definition(this);
    return run("choose", MethodKind.COMPACT, a -> def.choose(a.<T>get(0), a.<T>get(1)), first,
        second);
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
  public Initialized<C> initWithOutput(Key key, Array x) {
    return initWithOutput(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @return the output and the new variables
   */
  public Initialized<C> initWithOutput(Rngs rngs, Array x) {
    return initWithOutput(rngs, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @return the output
   */
  public C apply(Variables variables, Array x) {
    return apply(variables, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @return the output and the mutable variables
   */
  public Applied<C> apply(Variables variables, ApplyOptions options, Array x) {
    return apply(variables, options, m -> m.call(x));
  }

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<C> vmap(String... methods) {
    return lift(Vmapped<C>::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped<C> pmap(String... methods) {
    return lift(Vmapped<C>::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this module with methods run in a loop; options follow} The first argument is the
   * carry. The result is the next carry, or a
   * {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Scanned<C> scan(String... methods) {
    return lift(Scanned<C>::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Rematted<C> remat(String... methods) {
    return lift(Rematted<C>::new, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public VariablesMapped<C> mapVariables(String... methods) {
    return lift(VariablesMapped<C>::new, MapVariablesLift.NONE, methods);
  }

  @SuppressWarnings("unchecked")
  private static <C extends Comparable<C>> ModuleType<Rnn<C>> newType() {
    return ModuleType.of(
            "Rnn",
            (Class<Rnn<C>>) (Class<?>) Rnn.class,
            (Class<RnnDef<C>>) (Class<?>) RnnDef.class,
            Rnn<C>::new,
            List.of(
                new ModuleType.Component<>("cell", "cell", RnnDef<C>::cell),
                new ModuleType.Component<>("others", "others", RnnDef<C>::others)))
            .withSetup(RnnDef<C>::cells);
  }

  @SuppressWarnings("unchecked")
  private static <C extends Comparable<C>> ModuleType<Rnn<C>> type() {
    return (ModuleType<Rnn<C>>) TYPE;
  }

  /**
   * The parts of a {@code Rnn}.
   */
  public record Parts<D>(D cell) {
  }

  /**
   * The module mapped over axes, with the options as methods.
   */
  public static final class Vmapped<C extends Comparable<C>> extends Rnn<C> implements VmapVerbs<Vmapped<C>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned<C extends Comparable<C>> extends Rnn<C> implements ScanVerbs<Scanned<C>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted<C extends Comparable<C>> extends Rnn<C> implements RematVerbs<Rematted<C>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped<C extends Comparable<C>> extends Rnn<C> implements MapVariablesVerbs<VariablesMapped<C>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
