// Generated from RnnDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleCall;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
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
public sealed class Rnn<C extends Comparable<C>> extends Module<Rnn<C>> implements ModuleCall<Array, C>, Liftable<Rnn.Vmapped<C>, Rnn.Scanned<C>, Rnn.Rematted<C>, Rnn.VariablesMapped<C>> {
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

  /** {@return the module that is running} Call this only in a method of {@code RnnDef}. */
  public static <C extends Comparable<C>> Rnn<C> self() {
    return self(type());
  }

  /** {@return the cell} */
  public C cell() {
    return attribute(Module.<RnnDef<C>>definition(this).cell());
  }

  /** {@return the component {@code others}} */
  public List<C> others() {
    return attribute(Module.<RnnDef<C>>definition(this).others());
  }

  /**
   * Copies this module with a different {@code cell}.
   *
   * @param cell the cell
   * @return the changed copy
   */
  public Rnn<C> withCell(C cell) {
    return rebuild((RnnDef<C> def) -> new RnnDef<>(cell, def.others()));
  }

  /**
   * Copies this module with a different {@code others}.
   *
   * @return the changed copy
   */
  public Rnn<C> withOthers(List<C> others) {
    return rebuild((RnnDef<C> def) -> new RnnDef<>(def.cell(), others));
  }

  /** {@return the parts of this module: bound if this module is bound, templates otherwise} */
  public Parts<C> cells() {
    var parts = Module.<RnnDef.Parts<C>>templateParts(this);
    return new Parts<>(parts.cell());
  }

  /** Runs {@code call} of {@code RnnDef} in the scope of this module. */
  public C call(Array x) {
    RnnDef<C> def = definition(this);
    return run("call", MethodKind.PLAIN, a -> def.call(Module.<RnnDef.Parts<C>>setupParts(this),
        a.<Array>get(0)), x);
  }

  /** Runs {@code choose} of {@code RnnDef} in the scope of this module. */
  public <T extends C> T choose(T first, T second) {
    RnnDef<C> def = definition(this);
    return run("choose", MethodKind.COMPACT, a -> def.choose(a.<T>get(0), a.<T>get(1)), first,
        second);
  }

  @SuppressWarnings("unchecked")
  private static <C extends Comparable<C>> ModuleType<Rnn<C>> newType() {
    return ModuleType.of(
            "Rnn",
            (Class<Rnn<C>>) (Class<?>) Rnn.class,
            (Class<RnnDef<C>>) (Class<?>) RnnDef.class,
            Rnn<C>::new,
            List.of(
                new ModuleType.Component<RnnDef<C>>("cell", "cell", RnnDef<C>::cell),
                new ModuleType.Component<RnnDef<C>>("others", "others", RnnDef<C>::others)))
            .withSetup(RnnDef<C>::cells)
            .withCall((m, a) -> m.call(a.<Array>get(0)))
            .withForms(() -> new ModuleType.Forms<Rnn<C>>(Vmapped<C>::new, Scanned<C>::new,
                Rematted<C>::new, VariablesMapped<C>::new));
  }

  @SuppressWarnings("unchecked")
  private static <C extends Comparable<C>> ModuleType<Rnn<C>> type() {
    return (ModuleType<Rnn<C>>) TYPE;
  }

  /** The parts of a {@code Rnn}. */
  public record Parts<D>(D cell) {
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped<C extends Comparable<C>> extends Rnn<C> implements VmapVerbs<Vmapped<C>> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned<C extends Comparable<C>> extends Rnn<C> implements ScanVerbs<Scanned<C>> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted<C extends Comparable<C>> extends Rnn<C> implements RematVerbs<Rematted<C>> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped<C extends Comparable<C>> extends Rnn<C> implements MapVariablesVerbs<VariablesMapped<C>> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
