package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/**
 * A module from a lambda of one array.
 *
 * @see Modules
 */
public sealed class LambdaLayer extends Module<LambdaLayer>
    implements Layer,
        ModuleCall<Array, Array>,
        Liftable<
            LambdaLayer.Vmapped,
            LambdaLayer.Scanned,
            LambdaLayer.Rematted,
            LambdaLayer.VariablesMapped> {

  private LambdaLayer(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
  }

  private static ModuleType<LambdaLayer> type(String name) {
    return ModuleType.<Fn<Array, Array>, LambdaLayer>ofLambda(
            name, LambdaLayer.class, LambdaLayer::new)
        .withForms(() ->
            new ModuleType.Forms<>(Vmapped::new, Scanned::new, Rematted::new, VariablesMapped::new))
        .withCall((m, a) -> m.call(a.<Array>get(0)));
  }

  static LambdaLayer of(String name, Fn<Array, Array> function) {
    return construct(LambdaLayer.type(name), () -> new LambdaDef<>(name, function));
  }

  static LambdaLayer withSelf(String name, Fn2<LambdaLayer, Array, Array> function) {
    return of(name, new WithSelf(name, function));
  }

  /** A lambda that gets the running module; equal to another of the same lambda. */
  private record WithSelf(String name, Fn2<LambdaLayer, Array, Array> function)
      implements Fn<Array, Array> {
    @Override
    public Array apply(Array x) {
      return function.apply(running(type(name)), x);
    }
  }

  /** Runs the lambda in the scope of this module, as a compact method. */
  @Override
  public Array call(Array x) {
    LambdaDef<Fn<Array, Array>> def = definition(this);
    return run(MethodCall.CALL, MethodKind.COMPACT, a -> def.function().apply(a.<Array>get(0)), x);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends LambdaLayer implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends LambdaLayer implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends LambdaLayer implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with some collections changed, with the options as methods. */
  public static final class VariablesMapped extends LambdaLayer
      implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
