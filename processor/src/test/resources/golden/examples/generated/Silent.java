// Generated from SilentDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import java.util.List;

/** The module that {@code SilentDef} defines. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.Nets.SilentDef"
)
public sealed class Silent extends Module<Silent> implements Liftable<Silent.Vmapped, Silent.Scanned, Silent.Rematted, Silent.VariablesMapped> {
  private static final ModuleType<Silent> TYPE = ModuleType.of(
      "Silent",
      Silent.class,
      Nets.SilentDef.class,
      Silent::new,
      List.of())
      .withForms(() -> new ModuleType.Forms<Silent>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private Silent(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Silent}.
   *
   * @return the module, without variables
   */
  public static Silent of() {
    return construct(TYPE, () -> new Nets.SilentDef());
  }

  /** {@return the module that is running} Call this only in a method of {@code SilentDef}. */
  public static Silent self() {
    return self(TYPE);
  }

  /** Runs {@code watch} of {@code SilentDef} in the scope of this module. */
  public void watch(Array x) {
    Nets.SilentDef def = definition(this);
    runVoid("watch", MethodKind.PLAIN, a -> def.watch(a.<Array>get(0)), x);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Silent implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Silent implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Silent implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Silent implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
