package io.cambric.module;

import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a module class: its name, components and setup method. Each generated class has
 * one instance.
 *
 * @param <M> the module class
 */
public final class ModuleType<M extends Module<M>> {

  private final String prefix;
  private final String title;
  private final Class<M> moduleClass;
  private final BiFunction<Handle, Record, M> create;
  private final List<Component<Record>> components;
  private final Traits<M> traits;

  private ModuleType(
      String prefix,
      String title,
      Class<M> moduleClass,
      BiFunction<Handle, Record, M> create,
      List<Component<Record>> components,
      Traits<M> traits) {
    this.prefix = prefix;
    this.title = title;
    this.moduleClass = moduleClass;
    this.create = create;
    this.components = components;
    this.traits = traits;
  }

  /**
   * The constructors of the classes that have the options of a transformation as methods.
   *
   * @param vmapped of the module mapped over axes
   * @param scanned of the module run in a loop
   * @param rematted of the module checkpointed
   * @param variablesMapped of the module with transformed collections
   * @param <M> the module class
   */
  public record Forms<M>(
      BiFunction<Handle, Record, ? extends M> vmapped,
      BiFunction<Handle, Record, ? extends M> scanned,
      BiFunction<Handle, Record, ? extends M> rematted,
      BiFunction<Handle, Record, ? extends M> variablesMapped) {

    private BiFunction<Handle, Record, ? extends M> of(Lifting lifting) {
      return switch (lifting) {
        case VmapLift _ -> vmapped;
        case ScanLift _ -> scanned;
        case RematLift _ -> rematted;
        case MapVariablesLift _ -> variablesMapped;
        default -> throw new IllegalArgumentException(lifting + " has no options as methods");
      };
    }
  }

  /**
   * Traits that only some types have.
   *
   * @param setup the setup method
   * @param forms the constructors of the classes that have options as methods
   * @param call runs {@code call} of a module with arguments
   */
  private record Traits<M>(
      @Nullable Function<Record, Record> setup,
      boolean preservesAdoptedNames,
      @Nullable Supplier<Forms<M>> forms,
      @Nullable BiFunction<M, Arguments, ?> call) {

    static <M> Traits<M> none() {
      return new Traits<>(null, false, null, null);
    }
  }

  /**
   * One component of a definition.
   *
   * @param name in Java
   * @param scopeName the name of a module in it
   * @param get the accessor
   * @param <D> the definition
   */
  public record Component<D>(
      String name, String scopeName, Function<D, ? extends @Nullable Object> get) {}

  /**
   * {@return the type of a module class without setup}
   *
   * @param prefix of automatic names
   * @param create the constructor of the module class
   */
  @SuppressWarnings("unchecked")
  public static <D extends Record, M extends Module<M>> ModuleType<M> of(
      String prefix,
      Class<M> moduleClass,
      Class<D> definitionClass,
      BiFunction<Handle, D, M> create,
      List<Component<D>> components) {
    return new ModuleType<>(
        prefix,
        moduleClass.getSimpleName(),
        moduleClass,
        (handle, definition) -> create.apply(handle, definitionClass.cast(definition)),
        List.copyOf((List<Component<Record>>) (List<?>) components),
        Traits.none());
  }

  /**
   * {@return this with a setup method, which returns the submodules as a record; its lists and maps
   * are copied}
   */
  @SuppressWarnings("unchecked")
  public <D extends Record> ModuleType<M> withSetup(Function<? super D, ? extends Record> setup) {
    var untyped = (Function<Record, Record>) (Function<?, ?>) setup;
    return with(
        new Traits<>(
            untyped.andThen(parts -> ModuleTree.mapComponents(parts, module -> module)),
            traits.preservesAdoptedNames,
            traits.forms,
            traits.call));
  }

  /** {@return this, with adopted modules keeping their own names} */
  public ModuleType<M> preservingAdoptedNames() {
    return with(new Traits<>(traits.setup, true, traits.forms, traits.call));
  }

  /**
   * {@return this with classes that have options as methods}
   *
   * @param forms their constructors; asked for when a module is lifted, so that the classes are
   *     loaded when they are used
   */
  public ModuleType<M> withForms(Supplier<Forms<M>> forms) {
    return with(new Traits<>(traits.setup, traits.preservesAdoptedNames, forms, traits.call));
  }

  /** {@return this with the function that runs {@code call} of a module with arguments} */
  public ModuleType<M> withCall(BiFunction<M, Arguments, ?> call) {
    return with(new Traits<>(traits.setup, traits.preservesAdoptedNames, traits.forms, call));
  }

  private ModuleType<M> with(Traits<M> changed) {
    return new ModuleType<>(prefix, title, moduleClass, create, components, changed);
  }

  /**
   * {@return the name of a module's class; of a module from a lambda, the name that it was given}
   */
  public static String nameOf(Module<?> module) {
    return module.type().title;
  }

  /**
   * {@return the type of modules from lambdas with a name, which replaces the name of their class}
   */
  @SuppressWarnings("unchecked") // one class for all type arguments; its definitions hold functions
  static <F, M extends Module<M>> ModuleType<M> ofLambda(
      String name, Class<?> moduleClass, BiFunction<Handle, LambdaDef<F>, M> create) {
    return new ModuleType<>(
        name,
        name,
        (Class<M>) moduleClass,
        (handle, definition) -> create.apply(handle, (LambdaDef<F>) definition),
        List.of(),
        Traits.none());
  }

  /** {@return the name of an adopted module in a module of this type} */
  String adoptedName(Module<?> module, String byPlace) {
    var own = module.handle().name();
    return traits.preservesAdoptedNames && own != null ? own : byPlace;
  }

  String prefix() {
    return prefix;
  }

  List<Component<Record>> components() {
    return components;
  }

  @Nullable Function<Record, Record> setup() {
    return traits.setup;
  }

  /** {@return the constructor of the class that has the options of a transformation as methods} */
  BiFunction<Handle, Record, ? extends M> form(Lifting lifting) {
    return Objects.requireNonNull(traits.forms, "forms").get().of(lifting);
  }

  /** {@return the function that runs {@code call}; the type of a module that has it knows it} */
  BiFunction<M, Arguments, ?> call() {
    return Objects.requireNonNull(traits.call, "call");
  }

  /** {@return a module; the outermost of its transformations names its class} */
  M create(Handle handle, Record definition) {
    var lifts = handle.lifts();
    var lifted = lifts.isEmpty() ? null : lifts.getLast().create();
    return lifted == null
        ? create.apply(handle, definition)
        : cast(lifted.apply(handle, definition));
  }

  M cast(Module<?> module) {
    return moduleClass.cast(module);
  }

  /**
   * Types are equal if they have the same class and name. Only the class of lambda modules has
   * several types.
   */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof ModuleType<?> type
            && moduleClass == type.moduleClass
            && title.equals(type.title);
  }

  @Override
  public int hashCode() {
    return 31 * moduleClass.hashCode() + title.hashCode();
  }

  @Override
  public String toString() {
    return title;
  }
}
