// Generated from BlockDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Initialized;
import io.cambric.module.Liftable;
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
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nested, with what Java allows in signatures. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.Blocks.BlockDef"
)
public sealed class Block extends Module<Block> implements Liftable<Block.Vmapped, Block.Scanned, Block.Rematted, Block.VariablesMapped> {
  private static final ModuleType<Block> TYPE = ModuleType.of(
      "Block",
      Block.class,
      Blocks.BlockDef.class,
      Block::new,
      List.of(
          new ModuleType.Component<Blocks.BlockDef>("label", "label", Blocks.BlockDef::label),
          new ModuleType.Component<Blocks.BlockDef>("tags", "tags", Blocks.BlockDef::tags),
          new ModuleType.Component<Blocks.BlockDef>("f", "f", Blocks.BlockDef::f)))
      .preservingAdoptedNames()
      .withForms(() -> new ModuleType.Forms<Block>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private Block(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Block}.
   *
   * @return the module, without variables
   */
  public static Block of(@Nullable String label, List<@Nullable String> tags,
      UnaryOperator<Array> f) {
    return construct(TYPE, () -> new Blocks.BlockDef(label, tags, f));
  }

  /**
   * Creates a {@code Block}.
   *
   * @return the module, without variables
   */
  public static Block of(UnaryOperator<Array> f, String... tags) {
    return construct(TYPE, () -> new Blocks.BlockDef(f, tags));
  }

  /** {@return the module that is running} Call this only in a method of {@code BlockDef}. */
  public static Block self() {
    return self(TYPE);
  }

  /** {@return the component {@code label}} */
  public @Nullable String label() {
    return Module.<Blocks.BlockDef>definition(this).label();
  }

  /** {@return the component {@code tags}} */
  public List<@Nullable String> tags() {
    return Module.<Blocks.BlockDef>definition(this).tags();
  }

  /** {@return the component {@code f}} */
  public UnaryOperator<Array> f() {
    return Module.<Blocks.BlockDef>definition(this).f();
  }

  /**
   * Copies this module with a different {@code label}.
   *
   * @return the changed copy
   */
  public Block withLabel(@Nullable String label) {
    return rebuild((Blocks.BlockDef def) -> new Blocks.BlockDef(label, def.tags(), def.f()));
  }

  /**
   * Copies this module with a different {@code tags}.
   *
   * @return the changed copy
   */
  public Block withTags(List<@Nullable String> tags) {
    return rebuild((Blocks.BlockDef def) -> new Blocks.BlockDef(def.label(), tags, def.f()));
  }

  /**
   * Copies this module with a different {@code f}.
   *
   * @return the changed copy
   */
  public Block withF(UnaryOperator<Array> f) {
    return rebuild((Blocks.BlockDef def) -> new Blocks.BlockDef(def.label(), def.tags(), f));
  }

  /** Names that the generated parameters have, too. */
  public float call(Variables variables, Key key, @Nullable Array m) {
    Blocks.BlockDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Variables>get(0), a.<Key>get(1),
        a.<@Nullable Array>get(2)), variables, key, m);
  }

  /** The shorthands of this one would be ambiguous. */
  public Array call(UnaryOperator<Array> g) {
    Blocks.BlockDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<UnaryOperator<Array>>get(0)), g);
  }

  /** Has a scope of its own. */
  public Array up(Array x) {
    Blocks.BlockDef def = definition(this);
    return run("up", MethodKind.NAME_SCOPE, a -> def.up(a.<Array>get(0)), x);
  }

  /** Has no output. */
  public void call() {
    Blocks.BlockDef def = definition(this);
    runVoid("call", MethodKind.PLAIN, a -> def.call());
  }

  /** Runs {@code old} of {@code BlockDef} in the scope of this module. */
  @Deprecated(
      forRemoval = true
  )
  @SuppressWarnings("removal")
  public Array old(Array... xs) {
    Blocks.BlockDef def = definition(this);
    return run("old", MethodKind.PLAIN, a -> def.old(a.<Array[]>get(0)), (Object) xs);
  }

  /** Runs {@code list} of {@code BlockDef} in the scope of this module. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final <T> List<T> list(T... xs) {
    Blocks.BlockDef def = definition(this);
    return run("list", MethodKind.PLAIN, a -> def.list(a.<T[]>get(0)), (Object) xs);
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key_ the key of all random numbers
   * @return the new variables
   */
  public Variables init(Key key_, Variables variables, Key key, @Nullable Array m) {
    return init(key_, m_ -> m_.call(variables, key, m));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @return the new variables
   */
  public Variables init(Key key) {
    return init(key, m -> {
      m.call();
      return m;
    });
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @return the new variables
   */
  public Variables init(Rngs rngs, Variables variables, Key key, @Nullable Array m) {
    return init(rngs, m_ -> m_.call(variables, key, m));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @return the new variables
   */
  public Variables init(Rngs rngs) {
    return init(rngs, m -> {
      m.call();
      return m;
    });
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key_ the key of all random numbers
   * @return the output and the new variables
   */
  public Initialized<Float> initWithOutput(Key key_, Variables variables, Key key,
      @Nullable Array m) {
    return initWithOutput(key_, m_ -> m_.call(variables, key, m));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @return the output and the new variables
   */
  public Initialized<Float> initWithOutput(Rngs rngs, Variables variables, Key key,
      @Nullable Array m) {
    return initWithOutput(rngs, m_ -> m_.call(variables, key, m));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables_ the variables of the module
   * @return the output
   */
  public float apply(Variables variables_, Variables variables, Key key, @Nullable Array m) {
    return apply(variables_, m_ -> m_.call(variables, key, m));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables_ the variables of the module
   * @param options options such as mutable collections and random streams
   * @return the output and the mutable variables
   */
  public Applied<Float> apply(Variables variables_, ApplyOptions options, Variables variables,
      Key key, @Nullable Array m) {
    return apply(variables_, options, m_ -> m_.call(variables, key, m));
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Block implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Block implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Block implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Block implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
