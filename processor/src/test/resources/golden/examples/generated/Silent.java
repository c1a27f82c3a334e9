// Generated from SilentDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.List;

/**
 * The module that {@code SilentDef} defines.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.Nets.SilentDef"
)
public sealed class Silent extends Module<Silent> {
  private static final ModuleType<Silent> TYPE = ModuleType.of(
      "Silent",
      Silent.class,
      Nets.SilentDef.class,
      Silent::new,
      List.of());

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

  /**
   * {@return the module that is running} Call this only in a method of {@code SilentDef}.
   */
  public static Silent self() {
    return self(TYPE);
  }

  /**
   * Runs {@code watch} of {@code SilentDef} in the scope of this module.
   */
  public void watch(Array x) {
    Nets.SilentDef def = definition(this);
    runVoid("watch", MethodKind.PLAIN, a -> def.watch(a.<Array>get(0)), x);
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
  public static final class Vmapped extends Silent implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned extends Silent implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted extends Silent implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped extends Silent implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
