// Generated from TwiceDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Initialized;
import io.cambric.module.Layer;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import java.util.List;

/** The module that {@code TwiceDef} defines. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.Nets.TwiceDef",
    imports = "io.cambric.nn.Dense"
)
public sealed class Twice<L extends Layer> extends Module<Twice<L>> implements Liftable<Twice.Vmapped<L>, Twice.Scanned<L>, Twice.Rematted<L>, Twice.VariablesMapped<L>> {
  private static final ModuleType<?> TYPE = newType();

  private Twice(Handle handle, Record definition) {
    super(type(), handle, definition);
  }

  /**
   * Creates a {@code Twice}.
   *
   * @return the module, without variables
   */
  public static <L extends Layer> Twice<L> of(L layer) {
    return construct(type(), () -> new Nets.TwiceDef<>(layer));
  }

  /** {@return the module that is running} Call this only in a method of {@code TwiceDef}. */
  public static <L extends Layer> Twice<L> self() {
    return self(type());
  }

  /** {@return the component {@code layer}} */
  public L layer() {
    return attribute(Module.<Nets.TwiceDef<L>>definition(this).layer());
  }

  /**
   * Copies this module with a different {@code layer}.
   *
   * @return the changed copy
   */
  public Twice<L> withLayer(L layer) {
    return rebuild((Nets.TwiceDef<L> def) -> new Nets.TwiceDef<>(layer));
  }

  /** {@return the parts of this module: bound if this module is bound, templates otherwise} */
  public Parts parts() {
    var parts = Module.<Nets.TwiceDef.Parts>templateParts(this);
    return new Parts(parts.head());
  }

  /** Runs {@code call} of {@code TwiceDef} in the scope of this module. */
  public Array call(Array x, Array... more) {
    Nets.TwiceDef<L> def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(Module.<Nets.TwiceDef.Parts>setupParts(this),
        a.<Array>get(0), a.<Array[]>get(1)), x, (Object) more);
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @return the new variables
   */
  public Variables init(Key key, Array x, Array... more) {
    return init(key, m -> m.call(x, more));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array x, Array... more) {
    return init(rngs, m -> m.call(x, more));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array x, Array... more) {
    return initWithOutput(key, m -> m.call(x, more));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x, Array... more) {
    return initWithOutput(rngs, m -> m.call(x, more));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @return the output
   */
  public Array apply(Variables variables, Array x, Array... more) {
    return apply(variables, m -> m.call(x, more));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @return the output and the mutable variables
   */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x, Array... more) {
    return apply(variables, options, m -> m.call(x, more));
  }

  @SuppressWarnings("unchecked")
  private static <L extends Layer> ModuleType<Twice<L>> newType() {
    return ModuleType.of(
            "Twice",
            (Class<Twice<L>>) (Class<?>) Twice.class,
            (Class<Nets.TwiceDef<L>>) (Class<?>) Nets.TwiceDef.class,
            Twice<L>::new,
            List.of(
                new ModuleType.Component<Nets.TwiceDef<L>>("layer", "layer", Nets.TwiceDef<L>::layer)))
            .withSetup(Nets.TwiceDef<L>::parts)
            .withForms(() -> new ModuleType.Forms<Twice<L>>(Vmapped<L>::new, Scanned<L>::new,
                Rematted<L>::new, VariablesMapped<L>::new));
  }

  @SuppressWarnings("unchecked")
  private static <L extends Layer> ModuleType<Twice<L>> type() {
    return (ModuleType<Twice<L>>) TYPE;
  }

  /** The parts of a {@code Twice}. */
  public record Parts(Dense head) {
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped<L extends Layer> extends Twice<L> implements VmapVerbs<Vmapped<L>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned<L extends Layer> extends Twice<L> implements ScanVerbs<Scanned<L>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted<L extends Layer> extends Twice<L> implements RematVerbs<Rematted<L>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped<L extends Layer> extends Twice<L> implements MapVariablesVerbs<VariablesMapped<L>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
