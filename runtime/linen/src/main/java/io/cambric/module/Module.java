package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Key;
import io.cambric.scope.Audit;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LazyInit;
import io.cambric.scope.Names;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.FoldRngsLift;
import io.cambric.scope.lift.JitLift;
import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematScanLift;
import io.cambric.scope.lift.ShardLift;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.tree.Opaque;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A module: hyperparameters and a function of variables, as {@code nn.Module}. An immutable value,
 * without variables until it is bound. Generated classes extend it.
 *
 * <p>Two unbound modules are equal when their types, definitions and names are. A bound module has
 * state, and equals only a value of the same binding.
 *
 * @param <M> the generated class itself
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html">flax.linen.Module</a>
 */
public abstract class Module<M extends Module<M>> implements Opaque {

  private static final CollectionFilter ALL_BUT_INTERMEDIATES =
      CollectionFilter.allBut("intermediates");

  private final ModuleType<M> type;
  private final Handle handle;
  private final Record definition;

  /** For generated classes. */
  protected Module(ModuleType<M> type, Handle handle, Record definition) {
    this.type = type;
    this.handle = handle;
    this.definition = definition;
  }

  // -- for users

  /** {@return the name given by {@link #named}, or the name of a bound submodule in its parent} */
  public final Optional<String> name() {
    var place = handle.place();
    var settled = place == null ? handle.binding() : place.binding();
    return Optional.ofNullable(settled == null ? handle.name() : settled.name());
  }

  /**
   * {@return this with a scope name of its own instead of an automatic one}
   *
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public final M named(String name) {
    return derived(definition, Names.require("a submodule", name), handle.lifts(), false);
  }

  /** {@return this, but no submodule of the module that constructs it} */
  public final M detached() {
    var place = handle.place();
    var detached = type.create(Handle.unbound(handle.name(), handle.lifts()), definition);
    if (place != null && place.isOpen() && place.isOwnedBy(this)) {
      place.parent().giveUp(place);
      place.own(detached);
    }
    return detached;
  }

  /** {@return another submodule with the same attributes, variables of its own and no name} */
  public final M copy() {
    return derived(definition, null, handle.lifts(), true);
  }

  /**
   * {@return this with methods transformed}
   *
   * @param methods their names; {@code call} unless others are given
   * @throws io.cambric.errors.InvalidNameException if the definition has no method with such a name
   */
  public final M lifted(Lifting lifting, String... methods) {
    return lifted(ModuleLift.of(type, definition, null, lifting, methods));
  }

  /**
   * {@return this with a {@code call} that runs in nested scans, all but the innermost
   * checkpointed; its argument is the carry}
   *
   * @param lengths iterations of each level, the outermost first
   */
  public final M rematScan(int... lengths) {
    return lifted(RematScanLift.of(Arrays.stream(lengths).boxed().toList()));
  }

  /**
   * {@return this with methods compiled, once for each set of shapes and static arguments}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M jit(String... methods) {
    return lifted(JitLift.ALL, methods);
  }

  /**
   * {@return this with the random streams that it has when jitted, without compiling it}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M foldRngs(String... methods) {
    return lifted(FoldRngsLift.ALL, methods);
  }

  /**
   * {@return this with methods that gather variables whose slices are in the lanes of a named axis}
   *
   * <p>The layer stays in memory as a whole from the forward to the backward pass, unless it is
   * checkpointed: {@code sharded().remat()}.
   *
   * @param methods their names; {@code call} unless others are given
   * @see ShardLift
   */
  public final M sharded(String... methods) {
    return lifted(ShardLift.ALL, methods);
  }

  /**
   * {@return this with variables whose boxes have an additional axis outside}
   *
   * @param collection the collection of the variables
   * @param axis the index of the axis
   * @param partitionName the name of the axis
   */
  public final M addMetadataAxis(String collection, int axis, String partitionName) {
    return lifted(
        MapVariablesLift.metadataAxis(CollectionFilter.of(collection), axis, partitionName));
  }

  /** {@return the variables that a function of this module creates} */
  public final Variables init(Key key, Fn<M, ?> function) {
    return init(Rngs.of(key), function);
  }

  /** {@return the variables that a function of this module creates} */
  public final Variables init(Rngs rngs, Fn<M, ?> function) {
    return initWithOutput(rngs, function).variables();
  }

  /** {@return the variables that a function of this module creates, in all mutable collections} */
  public final Variables init(Rngs rngs, ApplyOptions options, Fn<M, ?> function) {
    return initWithOutput(rngs, options, function).variables();
  }

  /** {@return the variables that a function of this module creates, in all mutable collections} */
  public final Variables init(Key key, ApplyOptions options, Fn<M, ?> function) {
    return init(Rngs.of(key), options, function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Key key, Fn<M, R> function) {
    return initWithOutput(Rngs.of(key), function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Rngs rngs, Fn<M, R> function) {
    return initWithOutput(rngs, CallOptions.NONE, function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Key key, ApplyOptions options, Fn<M, R> function) {
    return initWithOutput(Rngs.of(key), options, function);
  }

  /**
   * {@return the output of a function of this module and the variables that it creates}
   *
   * @param options the mutable collections, which are returned; by default all but {@code
   *     intermediates}
   */
  public final <R> Initialized<R> initWithOutput(
      Rngs rngs, ApplyOptions options, Fn<M, R> function) {
    var chosen = (CallOptions) options;
    var scope = Scopes.bindEmpty(chosen.mutableOr(ALL_BUT_INTERMEDIATES), rngs.with(chosen.rngs()));
    var output = run(scope, chosen, function);
    return new Initialized<>(output, scope.mutableVariables());
  }

  /**
   * {@return the modules that an init with a function calls, unbound and without names}
   *
   * <p>In the order of their first calls; the keys are paths such as {@code encoder/Dense_0}, the
   * empty one being the root. Nothing is computed.
   *
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html#flax.linen.Module.module_paths">Module.module_paths</a>
   */
  public final Map<String, Module<?>> modulePaths(Rngs rngs, Fn<M, ?> function) {
    var modules = new LinkedHashMap<String, Module<?>>();
    var options =
        ApplyOptions.intercept(call -> {
          if (MethodCall.isOffered(call.method())) {
            modules.computeIfAbsent(
                String.join("/", call.module().path()), _ -> call.module().unbind().module());
          }
          return call.proceed();
        });
    Transforms.evalShape(
        (Map<String, Key> keys) -> init(new Rngs(keys), options, function), rngs.keys());
    return Collections.unmodifiableMap(modules);
  }

  /** {@return the modules that an init with a function calls; see the other form} */
  public final Map<String, Module<?>> modulePaths(Key key, Fn<M, ?> function) {
    return modulePaths(Rngs.of(key), function);
  }

  /**
   * {@return the variables that a function of this module creates, given the shape of its input}
   *
   * <p>Operations that the variables do not need are not run.
   *
   * {@snippet :
   * dense.lazyInit(Key.of(0), new ShapedArray(Shape.of(32, 784), DType.F32), Dense::call);
   * }
   *
   * @throws io.cambric.errors.LazyInitException if a variable depends on the values of the input
   */
  public final Variables lazyInit(Key key, ShapedArray input, Fn2<M, Array, ?> function) {
    return lazyInit(
        Rngs.of(key),
        List.of(input),
        (module, inputs) -> function.apply(module, inputs.getFirst()));
  }

  /**
   * {@return the variables that a function of this module creates, given the shapes of its inputs}
   *
   * <p>Operations that the variables do not need are not run.
   *
   * @throws io.cambric.errors.LazyInitException if a variable depends on the values of inputs
   */
  public final Variables lazyInit(
      Rngs rngs, List<ShapedArray> inputs, Fn2<M, List<Array>, ?> function) {
    return LazyInit.run(inputs, arrays -> init(rngs, (M module) -> function.apply(module, arrays)));
  }

  /** {@return the output of a function of this module, given its variables} */
  public final <R> R apply(Variables variables, Fn<M, R> function) {
    return apply(variables, CallOptions.NONE, function).output();
  }

  /**
   * {@return the output of a function of this module, and the variables that were mutable}
   *
   * @throws io.cambric.errors.ScopeException if a variable is missing or does not fit
   */
  public final <R> Applied<R> apply(Variables variables, ApplyOptions options, Fn<M, R> function) {
    var chosen = (CallOptions) options;
    var audit = chosen.isStrict() ? Audit.of(variables) : null;
    var scope =
        Scopes.bind(variables, chosen.mutableOr(CollectionFilter.none()), chosen.rngs(), audit);
    var output = run(scope, chosen, function);
    if (audit != null) {
      audit.requireFit();
    }
    return new Applied<>(output, scope.mutableVariables());
  }

  private <R> R run(Scope scope, CallOptions options, Fn<M, R> function) {
    try {
      var outer = MethodFrame.current();
      var hooks = options.hooks(outer == null ? Hooks.NONE : outer.hooks());
      var binding = Binding.root(this, scope, hooks);
      var module = type.cast(binding.module());
      return MethodFrame.base(hooks, binding.realm()).enter(scope, () -> function.apply(module));
    } finally {
      scope.invalidate();
    }
  }

  /** {@return this bound to variables, for inspection; the binding lasts as long as the value} */
  public final M bind(Variables variables) {
    return bind(variables, CallOptions.NONE);
  }

  /**
   * {@return this bound to variables; writes are visible in {@link #variables}}
   *
   * <p>A bound module has state: use it from one thread at a time.
   */
  public final M bind(Variables variables, ApplyOptions options) {
    var chosen = (CallOptions) options;
    var scope = Scopes.bind(variables, chosen.mutableOr(CollectionFilter.none()), chosen.rngs());
    return type.cast(Binding.root(this, scope, chosen.hooks(Hooks.NONE)).module());
  }

  /**
   * {@return this without variables and name, and the variables}
   *
   * @throws io.cambric.errors.UnboundModuleException if this is unbound
   */
  public final Unbound<M> unbind() {
    var variables = bound("unbind").scope().variables();
    return new Unbound<>(template(), variables);
  }

  /**
   * {@return the current variables of this module and its submodules}
   *
   * @throws io.cambric.errors.UnboundModuleException if this is unbound
   */
  public final Variables variables() {
    return bound("variables").scope().variables();
  }

  /**
   * {@return the names from the root to this module}
   *
   * @throws io.cambric.errors.UnboundModuleException if this is unbound
   */
  public final List<String> path() {
    return bound("path").scope().path();
  }

  /** {@return whether this has a place in a running or bound model} */
  public final boolean isBound() {
    var frame = MethodFrame.current();
    return handle.binding() != null
        || handle.place() != null && handle.place().isOwnedBy(this)
        || frame != null && frame.realm() != null && frame.realm().find(this) != null;
  }

  @Override
  public final boolean equals(Object other) {
    return this == other
        || other instanceof Module<?> module
            && type.equals(module.type)
            && Objects.equals(handle.name(), module.handle.name())
            && handle.lifts().equals(module.handle.lifts())
            && handle.binding() == module.handle.binding()
            && definition.equals(module.definition);
  }

  @Override
  public final int hashCode() {
    return 31 * (31 * type.hashCode() + Objects.hashCode(handle.name())) + definition.hashCode();
  }

  /** {@return the attributes, and the submodules constructed so far; several lines} */
  @Override
  public final String toString() {
    return ModuleText.of(this);
  }

  // -- for generated classes

  /** {@return a new module; in a running compact or setup method it opens a place} */
  protected static <D extends Record, M extends Module<M>> M construct(
      ModuleType<M> type, Supplier<D> definition) {
    var frame = MethodFrame.current();
    try {
      return frame == null
          ? type.create(Handle.unbound(null, List.of()), definition.get())
          : frame.placed(type, frame.construct(definition), null, List.of(), false);
    } catch (StackOverflowError e) {
      throw ModuleNesting.ofConstruction(e);
    }
  }

  /** {@return this with another definition; it takes over the place or opens a new one} */
  @SuppressWarnings("unchecked")
  protected final <D extends Record> M rebuild(UnaryOperator<D> change) {
    Supplier<D> changed = () -> change.apply((D) definition);
    var frame = MethodFrame.current();
    return derived(
        frame == null ? changed.get() : frame.construct(changed),
        handle.name(),
        handle.lifts(),
        false);
  }

  private M lifted(ModuleLift lift) {
    return derived(definition, handle.name(), ModuleLift.and(handle.lifts(), lift), false);
  }

  private M derived(Record changed, @Nullable String name, List<ModuleLift> lifts, boolean copy) {
    var place = handle.place();
    if (!copy && place != null && place.isOpen() && place.isOwnedBy(this)) {
      var module = type.create(Handle.at(place, name, lifts), changed);
      place.own(module);
      return module;
    }
    var frame = MethodFrame.current();
    return frame == null
        ? type.create(Handle.unbound(name, lifts), changed)
        : frame.placed(type, changed, name, lifts, copy);
  }

  /**
   * {@return the definition of a module}
   *
   * <p>Methods for generated classes are static if they would have no argument. Components and
   * methods of definitions may thus have the same names.
   */
  @SuppressWarnings("unchecked")
  protected static <D extends Record> D definition(Module<?> module) {
    return (D) module.definition;
  }

  /**
   * Runs a method of the definition in the scope of this module.
   *
   * @param body calls the definition's method
   * @param arguments of the method
   */
  protected final <R extends @Nullable Object> R run(
      String method, MethodKind kind, MethodBody<R> body, @Nullable Object... arguments) {
    var binding = binding();
    if (binding != null) {
      return binding.call(method, kind, body, new Arguments(arguments));
    }
    if (kind != MethodKind.PLAIN || ModuleLift.outermost(handle.lifts(), method) >= 0) {
      throw ModuleErrors.unboundCall(this, method);
    }
    return MethodFrame.unbound(this).enter(null, () -> body.apply(new Arguments(arguments)));
  }

  /** Runs a void method of the definition in the scope of this module. */
  protected final void runVoid(
      String method, MethodKind kind, Consumer<Arguments> body, @Nullable Object... arguments) {
    this.<@Nullable Object>run(
        method,
        kind,
        all -> {
          body.accept(all);
          return null;
        },
        arguments);
  }

  /** {@return the record that setup of a module returned, inside of a method} */
  @SuppressWarnings("unchecked")
  protected static <P> P setupParts(Module<?> module) {
    var frame = MethodFrame.current();
    var binding = frame == null ? null : frame.binding();
    if (binding == null || binding.host().type() != module.type) {
      throw ModuleErrors.unboundParts(module);
    }
    return (P) binding.host().parts();
  }

  /**
   * {@return the record of setup: bound submodules of a bound module, or templates of an unbound
   * one}
   */
  @SuppressWarnings("unchecked")
  protected static <P> P templateParts(Module<?> module) {
    return (P) module.templateParts();
  }

  private Object templateParts() {
    var binding = binding();
    if (binding != null) {
      return ModuleTree.mapComponents(binding.parts(), binding.realm()::bound);
    }
    var setup = type.setup();
    if (setup == null) {
      throw new IllegalStateException(type + " has no setup method");
    }
    return MethodFrame.unbound(this).<Record>enter(null, () -> setup.apply(definition));
  }

  /** {@return an attribute whose modules are bound within this module} */
  // The mapped value is of the same type, and null only if the attribute was.
  @SuppressWarnings({"unchecked", "NullAway"})
  protected final <T extends @Nullable Object> T attribute(T value) {
    var place = handle.place();
    var binding = place == null ? handle.binding() : place.binding();
    return binding == null ? value : (T) ModuleTree.map(value, binding.realm()::bound);
  }

  /**
   * {@return the running bound module of a type}
   *
   * @throws io.cambric.errors.UnboundModuleException if none is running
   */
  protected static <M extends Module<M>> M self(ModuleType<M> type) {
    for (var frame = MethodFrame.current(); frame != null; frame = frame.outer()) {
      var binding = frame.binding();
      if (binding != null && binding.host().type() == type) {
        return type.cast(binding.host().module());
      }
    }
    throw ModuleErrors.noSelf(type);
  }

  /** {@return the module whose method runs innermost; for lambdas, whose types are not shared} */
  static <M extends Module<M>> M running(ModuleType<M> type) {
    var frame = MethodFrame.current();
    var binding = frame == null ? null : frame.binding();
    if (binding == null) {
      throw ModuleErrors.noSelf(type);
    }
    return type.cast(binding.host().module());
  }

  // -- for the package

  final ModuleType<M> type() {
    return type;
  }

  final Record definition() {
    return definition;
  }

  /** The prefix of automatic names of this module. */
  final String prefix() {
    return ModuleLift.prefix(handle.lifts(), type.prefix());
  }

  /** {@return this unbound and without a name} */
  final M template() {
    return type.create(Handle.unbound(null, handle.lifts()), definition);
  }

  /** {@return the outermost transformation of this module, which has one} */
  final Lifting outermostLift() {
    return handle.lifts().getLast().lifting();
  }

  /** {@return this with methods transformed, of the class that has the options as methods} */
  final M liftedWithOptions(Lifting lifting, String... methods) {
    return lifted(ModuleLift.of(type, definition, type.form(lifting), lifting, methods));
  }

  /** {@return this with another transformation in place of the outermost} */
  final M relifted(Lifting lifting) {
    return derived(definition, handle.name(), ModuleLift.relifted(handle.lifts(), lifting), false);
  }

  final Handle handle() {
    return handle;
  }

  final Binding bound(String what) {
    var binding = binding();
    if (binding == null) {
      throw ModuleErrors.unboundUse(what, this);
    }
    return binding;
  }

  /** The binding; of an unbound module in a component, the one made by the running call. */
  final @Nullable Binding binding() {
    var frame = MethodFrame.current();
    var realm = frame == null ? null : frame.realm();
    if (realm != null) {
      return realm.resolve(this);
    }
    var own = handle.binding();
    var place = handle.place();
    return own != null || place == null ? own : place.use(this);
  }
}
