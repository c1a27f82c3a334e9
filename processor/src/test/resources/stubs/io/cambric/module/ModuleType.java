package io.cambric.module;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

public final class ModuleType<M extends Module<M>> {
  public static <D extends Record, M extends Module<M>> ModuleType<M> of(
      String prefix,
      Class<M> moduleClass,
      Class<D> definitionClass,
      BiFunction<Handle, D, M> create,
      List<Component<D>> components) {
    return new ModuleType<>();
  }

  public <D> ModuleType<M> withSetup(Function<? super D, ? extends Record> setup) {
    return this;
  }

  public ModuleType<M> preservingAdoptedNames() {
    return this;
  }

  public ModuleType<M> withCall(BiFunction<M, Arguments, ?> call) {
    return this;
  }

  public ModuleType<M> withForms(Supplier<Forms<M>> forms) {
    return this;
  }

  public record Forms<M>(
      BiFunction<Handle, Record, ? extends M> vmapped,
      BiFunction<Handle, Record, ? extends M> scanned,
      BiFunction<Handle, Record, ? extends M> rematted,
      BiFunction<Handle, Record, ? extends M> variablesMapped) {}

  public record Component<D>(String name, String scopeName, Function<D, Object> get) {}
}
