// Generated from BidirectionalDef; edit that instead.
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
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Reads a sequence from both ends.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.BidirectionalDef"
)
public sealed class Bidirectional extends Module<Bidirectional> implements Layer {
  private static final ModuleType<Bidirectional> TYPE = ModuleType.of(
      "BiRNN",
      Bidirectional.class,
      BidirectionalDef.class,
      Bidirectional::new,
      List.of(
          new ModuleType.Component<>("forward", "forward_rnn", BidirectionalDef::forward),
          new ModuleType.Component<>("backward", "backward_rnn", BidirectionalDef::backward),
          new ModuleType.Component<>("merge", "merge", BidirectionalDef::merge)));

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

  /**
   * {@return from the first element on}
   */
  public Dense forward() {
    BidirectionalDef def = definition(this);
    return attribute(def.forward());
  }

  /**
   * {@return from the last one back; {@link java.util.Optional#empty Optional.empty} stands for
   * another {@code forward}}
   */
  public Optional<Dense> backward() {
    BidirectionalDef def = definition(this);
    return attribute(def.backward());
  }

  /**
   * {@return makes one output of the two}
   */
  public BinaryOperator<Array> merge() {
    BidirectionalDef def = definition(this);
    return def.merge();
  }

  /**
   * Copies this module with a different {@code forward}.
   *
   * @param forward from the first element on
   * @return the changed copy
   */
  public Bidirectional withForward(Dense forward) {
    BidirectionalDef def = definition(this);
    return rebuild(() -> new BidirectionalDef(forward, def.backward(), def.merge()));
  }

  /**
   * Copies this module with a different {@code backward}.
   *
   * @param backward from the last one back; {@link java.util.Optional#empty Optional.empty} stands
   *     for another {@code forward}
   * @return the changed copy
   */
  public Bidirectional withBackward(Optional<Dense> backward) {
    BidirectionalDef def = definition(this);
    return rebuild(() -> new BidirectionalDef(def.forward(), backward, def.merge()));
  }

  /**
   * Copies this module with a different {@code merge}.
   *
   * @param merge makes one output of the two
   * @return the changed copy
   */
  public Bidirectional withMerge(BinaryOperator<Array> merge) {
    BidirectionalDef def = definition(this);
    return rebuild(() -> new BidirectionalDef(def.forward(), def.backward(), merge));
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

  /**
   * Runs {@code step} of {@code BidirectionalDef} in the scope of this module.
   */
  public Array step(Array x) {
    BidirectionalDef def = definition(this);
    return run("step", MethodKind.COMPACT, a -> def.step(a.<Array>get(0)), x);
  }

  /**
   * Computes {@code steps} of {@code BidirectionalDef} from the components of this module.
   */
  public int steps() {
    BidirectionalDef def = definition(this);
    return def.steps();
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @param xs one row an element
   * @return the new variables
   */
  public Variables init(Key key, Array xs) {
    return init(key, m -> m.call(xs));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @param xs one row an element
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array xs) {
    return init(rngs, m -> m.call(xs));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @param xs one row an element
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array xs) {
    return initWithOutput(key, m -> m.call(xs));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @param xs one row an element
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array xs) {
    return initWithOutput(rngs, m -> m.call(xs));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @param xs one row an element
   * @return the output
   */
  public Array apply(Variables variables, Array xs) {
    return apply(variables, m -> m.call(xs));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @param xs one row an element
   * @return the output and the mutable variables
   */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array xs) {
    return apply(variables, options, m -> m.call(xs));
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
  public static final class Vmapped extends Bidirectional implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned extends Bidirectional implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted extends Bidirectional implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped extends Bidirectional implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
