// Generated from MlpDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleCall2;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A perceptron, with an example of each use. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.MlpDef",
    imports = "java.util.List"
)
public sealed class Mlp extends Module<Mlp> implements ModuleCall2<Array, Boolean, Array>, Liftable<Mlp.Vmapped, Mlp.Scanned, Mlp.Rematted, Mlp.VariablesMapped> {
  private static final ModuleType<Mlp> TYPE = ModuleType.of(
      "Mlp",
      Mlp.class,
      MlpDef.class,
      Mlp::new,
      List.of(
          new ModuleType.Component<MlpDef>("sizes", "sizes", MlpDef::sizes),
          new ModuleType.Component<MlpDef>("title", "title", MlpDef::title)))
      .withCall((m, a) -> m.call(a.<Array>get(0), a.<Boolean>get(1)))
      .withForms(() -> new ModuleType.Forms<Mlp>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

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

  /** {@return the module that is running} Call this only in a method of {@code MlpDef}. */
  public static Mlp self() {
    return self(TYPE);
  }

  /** {@return the component {@code sizes}} */
  public List<Integer> sizes() {
    return Module.<MlpDef>definition(this).sizes();
  }

  /** {@return the component {@code title}} */
  public String title() {
    return Module.<MlpDef>definition(this).title();
  }

  /**
   * Copies this module with a different {@code sizes}.
   *
   * @return the changed copy
   */
  public Mlp withSizes(List<Integer> sizes) {
    return rebuild((MlpDef def) -> new MlpDef(sizes, def.title()));
  }

  /**
   * Copies this module with a different {@code title}.
   *
   * @return the changed copy
   */
  public Mlp withTitle(String title) {
    return rebuild((MlpDef def) -> new MlpDef(def.sizes(), title));
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

  /** Runs {@code call} of {@code MlpDef} in the scope of this module. */
  public Array call(Array x, boolean train) {
    MlpDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0), a.<Boolean>get(1)), x,
        train);
  }

  /** Runs {@code logits} of {@code MlpDef} in the scope of this module. */
  public Array logits(Array x) {
    MlpDef def = definition(this);
    return run("logits", MethodKind.PLAIN, a -> def.logits(a.<Array>get(0)), x);
  }

  /** Runs {@code counts} of {@code MlpDef} in the scope of this module. */
  public Map<String, Integer> counts() {
    MlpDef def = definition(this);
    return run("counts", MethodKind.PLAIN, a -> def.counts());
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Mlp implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Mlp implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Mlp implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Mlp implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
