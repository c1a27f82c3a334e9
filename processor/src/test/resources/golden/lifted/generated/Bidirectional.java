// Generated from BidirectionalDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleCall;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import io.cambric.nn.Dense;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** Reads a sequence from both ends. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.BidirectionalDef"
)
public sealed class Bidirectional extends Module<Bidirectional> implements Layer, ModuleCall<Array, Array>, Liftable<Bidirectional.Vmapped, Bidirectional.Scanned, Bidirectional.Rematted, Bidirectional.VariablesMapped> {
  private static final ModuleType<Bidirectional> TYPE = ModuleType.of(
      "BiRNN",
      Bidirectional.class,
      BidirectionalDef.class,
      Bidirectional::new,
      List.of(
          new ModuleType.Component<BidirectionalDef>("forward", "forward_rnn", BidirectionalDef::forward),
          new ModuleType.Component<BidirectionalDef>("backward", "backward_rnn", BidirectionalDef::backward),
          new ModuleType.Component<BidirectionalDef>("merge", "merge", BidirectionalDef::merge)))
      .withCall((m, a) -> m.call(a.<Array>get(0)))
      .withForms(() -> new ModuleType.Forms<Bidirectional>(Vmapped::new, Scanned::new,
          Rematted::new, VariablesMapped::new));

  private Bidirectional(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Bidirectional}.
   *
   * @param forward from the first element on
   * @param backward from the last one back; {@link java.util.Optional#empty Optional.empty} stands
   *     for another {@code forward}
   * @param merge makes one output of the two
   * @return the module, without variables
   */
  public static Bidirectional of(Dense forward, Optional<Dense> backward,
      BinaryOperator<Array> merge) {
    return construct(TYPE, () -> new BidirectionalDef(forward, backward, merge));
  }

  /**
   * Reads with two of a kind, and adds what they say.
   *
   * @param both what runs in either direction
   * @return the module, without variables
   */
  public static Bidirectional of(Dense both) {
    return construct(TYPE, () -> new BidirectionalDef(both));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code BidirectionalDef}.
   */
  public static Bidirectional self() {
    return self(TYPE);
  }

  /** {@return from the first element on} */
  public Dense forward() {
    return attribute(Module.<BidirectionalDef>definition(this).forward());
  }

  /**
   * {@return from the last one back; {@link java.util.Optional#empty Optional.empty} stands for
   * another {@code forward}}
   */
  public Optional<Dense> backward() {
    return attribute(Module.<BidirectionalDef>definition(this).backward());
  }

  /** {@return makes one output of the two} */
  public BinaryOperator<Array> merge() {
    return Module.<BidirectionalDef>definition(this).merge();
  }

  /**
   * Copies this module with a different {@code forward}.
   *
   * @param forward from the first element on
   * @return the changed copy
   */
  public Bidirectional withForward(Dense forward) {
    return rebuild((BidirectionalDef def) -> new BidirectionalDef(forward, def.backward(),
        def.merge()));
  }

  /**
   * Copies this module with a different {@code backward}.
   *
   * @param backward from the last one back; {@link java.util.Optional#empty Optional.empty} stands
   *     for another {@code forward}
   * @return the changed copy
   */
  public Bidirectional withBackward(Optional<Dense> backward) {
    return rebuild((BidirectionalDef def) -> new BidirectionalDef(def.forward(), backward,
        def.merge()));
  }

  /**
   * Copies this module with a different {@code merge}.
   *
   * @param merge makes one output of the two
   * @return the changed copy
   */
  public Bidirectional withMerge(BinaryOperator<Array> merge) {
    return rebuild((BidirectionalDef def) -> new BidirectionalDef(def.forward(), def.backward(),
        merge));
  }

  /**
   * Reads.
   *
   * @param xs one row an element
   * @return what {@link #merge} makes of the ends, one row an element too, however long that is to
   *     say in a comment
   */
  @Override
  public Array call(Array xs) {
    BidirectionalDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), xs);
  }

  /** Runs {@code step} of {@code BidirectionalDef} in the scope of this module. */
  public Array step(Array x) {
    BidirectionalDef def = definition(this);
    return run("step", MethodKind.COMPACT, a -> def.step(a.<Array>get(0)), x);
  }

  /** Computes {@code steps} of {@code BidirectionalDef} from the components of this module. */
  public int steps() {
    BidirectionalDef def = definition(this);
    return def.steps();
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Bidirectional implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Bidirectional implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Bidirectional implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Bidirectional implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
