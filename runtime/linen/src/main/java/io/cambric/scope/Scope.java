package io.cambric.scope;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The variables and random streams at one path of a model. Mutable, for one call of init or apply,
 * and used by one thread at a time.
 *
 * <p>Scopes form a tree. The values of a child are nested in its parent's under the child's name.
 * Random keys of a child fold that name into the parent's streams. Scopes know no modules.
 *
 * {@snippet :
 * Array dense(Scope scope, Array x) {
 *   Array kernel = scope.param("kernel", lecunNormal(), Shape.of(x.dim(-1), 4));
 *   return x.matmul(kernel);
 * }
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.core.scope.html">flax.core.Scope</a>
 */
public final class Scope {

  private final ScopeRoot root;
  private @Nullable Scope parent;
  private final List<String> path;
  private final List<String> debugPath;
  private final CollectionFilter mutable;
  private final ScopeVariables values;
  private final RngStreams streams;
  private final Reservations reservations = new Reservations();

  Scope(
      ScopeRoot root,
      @Nullable Scope parent,
      List<String> path,
      List<String> debugPath,
      CollectionFilter mutable,
      ScopeVariables values,
      RngStreams streams) {
    this.root = root;
    this.parent = parent;
    this.path = path;
    this.debugPath = debugPath;
    this.mutable = mutable;
    this.values = values;
    this.streams = streams;
  }

  /** {@return the names from the root to this scope} */
  public List<String> path() {
    return path;
  }

  /** {@return the path as text, such as {@code /encoder/Dense_0}} */
  public String pathText() {
    return "/" + String.join("/", debugPath);
  }

  /** {@return the parent scope, if any} */
  public Optional<Scope> parent() {
    return Optional.ofNullable(parent);
  }

  /** {@return whether this call is an init} */
  public boolean isInitializing() {
    return root.initializing();
  }

  /** {@return whether a collection, which need not exist, may be written in this call} */
  public boolean isMutable(String collection) {
    return mutable.matches(collection);
  }

  /** {@return which collections may be written in this call} */
  public CollectionFilter mutable() {
    return mutable;
  }

  /**
   * {@return a new child}
   *
   * @throws io.cambric.errors.NameInUseException if a child or a variable here has the name
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public Scope push(String name) {
    root.requireUsable(this);
    reserveChild(name);
    return reopened(name);
  }

  /** {@return a child whose name stays free} */
  Scope reopened(String name) {
    return new Scope(
        root,
        this,
        NamePath.below(path, name),
        NamePath.below(debugPath, name),
        mutable,
        values.child(name),
        streams.child(name));
  }

  /** {@return whether a child or a variable here has a name} */
  public boolean isTaken(String name) {
    return reservations.hasChild(name);
  }

  /** {@return the first of {@code prefix0}, {@code prefix1} and so on that is not taken here} */
  public String freeName(String prefix) {
    int i = 0;
    while (reservations.hasChild(prefix + i)) {
      i++;
    }
    return prefix + i;
  }

  /**
   * Moves the values of this scope below another parent, under the same name. Keys still follow the
   * path on which this scope was pushed.
   *
   * @throws io.cambric.errors.NameInUseException if the name is taken there
   */
  public void moveUnder(Scope other) {
    var name = path.getLast();
    other.reserveChild(name);
    parent = other;
    values.moveUnder(other.values);
  }

  private void reserveChild(String name) {
    if (reservations.hasChild(name)) {
      throw ScopeErrors.nameInUse(this, "Submodule", name);
    }
    reservations.addChild(name);
  }

  /** {@return a function with a child scope of a name, which all of its calls share} */
  public <A, R> Fn<A, R> child(String name, ScopeFn<A, R> function) {
    var child = push(name);
    return argument -> function.apply(child.rewound(), argument);
  }

  /**
   * {@return a copy of this scope with all names free again, which shares variables and counters}
   */
  public Scope rewound() {
    root.requireUsable(this);
    return new Scope(root, parent, path, debugPath, mutable, values, streams);
  }

  /** Frees all names of this scope, so that a method can run again on its variables. */
  public void rewind() {
    reservations.clear();
  }

  /** Ends the call. After it, this scope and all below it refuse to be used. */
  public void invalidate() {
    root.finish();
  }

  // -- variables

  /** {@return an f32 parameter; see the {@code param} of any dtype} */
  public Array param(String name, Initializer init, Shape shape) {
    return param(name, init, shape, DType.F32);
  }

  /**
   * {@return a parameter, created by the initializer if missing and {@code params} is mutable}
   *
   * @throws io.cambric.errors.ParamNotFoundException if it is missing otherwise
   * @throws io.cambric.errors.CollectionNotFoundException if there are no parameters at all
   * @throws io.cambric.errors.ParamShapeException if it has another shape than the initializer
   *     yields
   * @throws io.cambric.errors.NameInUseException if the name was used before in this pass
   */
  public Array param(String name, Initializer init, Shape shape, DType dtype) {
    var present = reserved(Variables.PARAMS, name, "Parameter");
    if (present == null) {
      return createdParam(name, init, key -> init.init(key, shape, dtype));
    }
    if (!(VariableBoxes.unboxed(present) instanceof Array array)) {
      throw ScopeErrors.paramIsNoArray(this, name, present, shape);
    }
    return root.audit() == null && array.shape().equals(shape)
        ? array
        : fittedParam(name, array, key -> init.init(key, shape, dtype));
  }

  /**
   * {@return a parameter that is any pytree of arrays; else like the other {@code param}}
   *
   * @param init makes it from a key
   */
  @SuppressWarnings("unchecked")
  public <T> T param(String name, Fn<Key, T> init) {
    var present = reserved(Variables.PARAMS, name, "Parameter");
    return present == null
        ? createdParam(name, init, init)
        : (T) fittedParam(name, VariableBoxes.unboxed(present), init);
  }

  /**
   * {@return a missing parameter, made by its initializer}
   *
   * @param maker the initializer as the user gave it, which may ask for a box
   */
  private <T> T createdParam(String name, Object maker, Fn<Key, T> init) {
    if (!isMutable(Variables.PARAMS)) {
      var audit = root.audit();
      if (audit != null) {
        return audit.missingParam(values.place(), name, init);
      }
      throw ScopeErrors.paramNotFound(this, name);
    }
    T value = init.apply(makeRng(Variables.PARAMS));
    create(Variables.PARAMS, name, VariableBoxes.boxed(maker, value));
    return value;
  }

  /** {@return an existing parameter, compared with the result of its initializer} */
  private <T> T fittedParam(String name, T present, Fn<Key, ?> init) {
    var audit = root.audit();
    if (audit != null) {
      return audit.fitted(values.place(), name, present, init);
    }
    AbstractInit.mismatch(present, init)
        .ifPresent(shapes -> {
          throw ScopeErrors.paramShape(this, name, shapes.stored(), shapes.yielded());
        });
    return present;
  }

  private void create(String collection, String name, Object value) {
    putVariable(collection, name, value);
    var log = root.creations();
    if (log != null) {
      log.add(collection, NamePath.below(values.place(), name), value);
    }
  }

  /**
   * {@return a handle on a variable, created by {@code init} if it is missing and may be written}
   *
   * @param init null if it must be there
   * @throws io.cambric.errors.VariableNotFoundException if it is missing otherwise
   * @throws io.cambric.errors.CollectionNotFoundException if its whole collection is missing
   * @throws io.cambric.errors.NameInUseException if the name was used before in this pass
   */
  public <T> Variable<T> variable(
      String collection, String name, @Nullable Supplier<? extends T> init) {
    if (reserved(collection, name, "Variable") == null) {
      var audit = root.audit();
      if (init == null || audit == null && !isMutable(collection)) {
        throw ScopeErrors.variableNotFound(this, collection, name);
      }
      var value = VariableBoxes.boxed(init, init.get());
      if (audit != null && !isMutable(collection)) {
        audit.missing(collection, values.place(), name, value);
        values.write(collection, name, value);
      } else {
        create(collection, name, value);
      }
    }
    return new Variable<>(this, collection, name);
  }

  private @Nullable Object reserved(String collection, String name, String what) {
    root.requireUsable(this);
    if (reservations.hasVariable(collection, name)) {
      throw ScopeErrors.nameInUse(this, what, name);
    }
    reservations.addVariable(collection, name);
    return values.read(collection, name);
  }

  /** {@return the value of a variable, nested ones as {@code Params}, if it exists} */
  @SuppressWarnings("unchecked")
  public <T> Optional<T> getVariable(String collection, String name) {
    return Optional.ofNullable((T) values.read(collection, name));
  }

  /** {@return whether a variable, or a child with one, exists} */
  public boolean hasVariable(String collection, String name) {
    return values.read(collection, name) != null;
  }

  /**
   * Stores the value of a variable, whether declared or not. Nested {@code Params} are merged into
   * existing nested values.
   *
   * @throws io.cambric.errors.ImmutableCollectionException if the collection is immutable
   */
  public void putVariable(String collection, String name, Object value) {
    root.requireOwnTrace(this, "Variable \"" + name + "\" cannot be written");
    Names.requireVariable(collection, name);
    if (!isMutable(collection)) {
      throw ScopeErrors.immutable(this, collection, name);
    }
    values.write(collection, name, value);
  }

  /**
   * Appends a value to the list in a variable, unless its collection is immutable.
   *
   * @return whether it was stored
   */
  public boolean sow(String collection, String name, Object value) {
    return sow(collection, name, value, List::of, CollectionTable::appended);
  }

  /**
   * Combines a value with the stored value of a variable, unless its collection is immutable.
   *
   * @param first the initial value, with which the first value is combined
   * @param reduce combines the stored value with the new one
   * @return whether it was stored
   */
  public <S, T> boolean sow(
      String collection,
      String name,
      T value,
      Supplier<? extends S> first,
      BiFunction<? super S, ? super T, ? extends S> reduce) {
    Names.requireVariable(collection, name);
    if (!isMutable(collection)) {
      return false;
    }
    @SuppressWarnings("unchecked")
    S before = (S) values.read(collection, name);
    if (before == null) {
      reserved(collection, name, "Variable");
      before = first.get();
      create(collection, name, before);
    }
    putVariable(collection, name, reduce.apply(before, value));
    return true;
  }

  /**
   * {@return the value plus the perturbation stored under a name}
   *
   * <p>A mutable collection without a perturbation gets zeros. Without the collection the value is
   * returned unchanged. The gradient of the perturbation is the gradient of the value.
   *
   * @throws io.cambric.errors.VariableNotFoundException if the collection is there without the name
   */
  public <T> T perturb(String collection, String name, T value) {
    Names.requireVariable(collection, name);
    if (isMutable(collection) && !hasVariable(collection, name)) {
      reserved(collection, name, "Variable");
      create(collection, name, Trees.map(value, leaf -> Lax.zeros(((Array) leaf).aval())));
    }
    if (values.isCollectionAbsent(collection)) {
      return value;
    }
    var stored = values.read(collection, name);
    if (stored == null) {
      throw ScopeErrors.variableNotFound(this, collection, name);
    }
    return Trees.map(value, stored, (leaf, by) -> Lax.add((Array) leaf, (Array) by));
  }

  ScopeRoot root() {
    return root;
  }

  List<String> debugPath() {
    return debugPath;
  }

  ScopeVariables values() {
    return values;
  }

  RngStreams streams() {
    return streams;
  }

  /** {@return all current variables of this scope and below it} */
  public Variables variables() {
    LiftedScopes.useAll(this, CollectionFilter.all());
    return values.collections(CollectionFilter.all());
  }

  /** {@return the current mutable variables of this scope and below it} */
  public Variables mutableVariables() {
    return values.collections(mutable);
  }

  // -- random streams

  /** {@return whether a random stream of this name was given} */
  public boolean hasRng(String stream) {
    return streams.has(stream);
  }

  /**
   * {@return the next key of a random stream, or of stream {@code params} if the stream was not
   * given}
   *
   * @throws io.cambric.errors.MissingRngException if there is neither
   */
  public Key makeRng(String stream) {
    root.requireOwnTrace(this, "A key of stream \"" + stream + "\" cannot be drawn");
    var key = streams.draw(hasRng(stream) ? stream : Variables.PARAMS);
    if (key == null) {
      throw ScopeErrors.missingRng(this, stream);
    }
    return key;
  }

  /** {@return the random streams by name, this scope's path folded in lazily} */
  public Map<String, LazyRng> rngs() {
    return streams.all();
  }

  /** {@return the path} */
  @Override
  public String toString() {
    return "Scope " + pathText();
  }
}
