// Generated from LinksDef; edit that instead.
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
import java.util.List;

/**
 * Links to {@link java.util.Map Map}, {@link java.util.Map.Entry entries},
 * {@link io.cambric.array.Shape#of Shape.of}, {@link String}, {@link LinksDef.Inner Inner},
 * {@link Links}, {@link #call} and {@code Nowhere}; gone.
 *
 * @see java.util.Map#of()
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.LinksDef"
)
public sealed class Links extends Module<Links> implements Layer, ModuleCall<Array, Array>, Liftable<Links.Vmapped, Links.Scanned, Links.Rematted, Links.VariablesMapped> {
  private static final ModuleType<Links> TYPE = ModuleType.of(
      "Links",
      Links.class,
      LinksDef.class,
      Links::new,
      List.of(
          new ModuleType.Component<LinksDef>("features", "features", LinksDef::features)))
      .withCall((m, a) -> m.call(a.<Array>get(0)))
      .withForms(() -> new ModuleType.Forms<Links>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private Links(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Links}.
   *
   * @param features what {@link io.cambric.core.Array Array} has
   *     on its last axis
   * @return the module, without variables
   */
  public static Links of(int features) {
    return construct(TYPE, () -> new LinksDef(features));
  }

  /** {@return the module that is running} Call this only in a method of {@code LinksDef}. */
  public static Links self() {
    return self(TYPE);
  }

  /**
   * {@return what {@link io.cambric.core.Array Array} has
   * on its last axis}
   */
  public int features() {
    return Module.<LinksDef>definition(this).features();
  }

  /**
   * Copies this module with a different {@code features}.
   *
   * @param features what {@link io.cambric.core.Array Array} has
   *     on its last axis
   * @return the changed copy
   */
  public Links withFeatures(int features) {
    return rebuild((LinksDef def) -> new LinksDef(features));
  }

  /**
   * {@return what {@link io.cambric.core.Array#add Array.add} adds}
   *
   * @param x an {@link io.cambric.core.Array Array}
   * @throws java.io.UncheckedIOException never
   */
  @Override
  public Array call(Array x) {
    LinksDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), x);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Links implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Links implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Links implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Links implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
