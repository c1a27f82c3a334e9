package io.cambric.module;

import io.cambric.scope.Scope;
import io.cambric.scope.Variable;
import io.cambric.scope.lift.LiftedFunction;
import io.cambric.tree.LooseTrees;
import io.cambric.tree.Opaque;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lifted call of a method or function. The call pairs the modules and variables outside of the
 * transformation with their counterparts inside, for each run. Mutable while they are collected.
 */
final class LiftedCall {

  private final Binding self;
  private final BindingState state;
  private final int remaining;

  /** The function's own module first. */
  private final List<Binding> bindings = new ArrayList<>();

  private final List<Variable<?>> variables = new ArrayList<>();

  /** The placeholder of a module in the arguments. */
  private record ModuleAt(int index) implements Opaque {}

  /** The placeholder of a variable in the arguments. */
  private record VariableAt(int index) implements Opaque {}

  /**
   * A call of a function.
   *
   * @param self the running module inside
   */
  LiftedCall(Binding self) {
    this(self, self.lifts().size());
  }

  private LiftedCall(Binding self, int remaining) {
    this.self = self;
    this.remaining = remaining;
    bindings.add(self);
    self.settleAll();
    this.state = self.state();
  }

  /**
   * {@return the result of a transformed method}
   *
   * @param lift index of the transformation; inner ones are applied inside
   */
  static <R extends @Nullable Object> R ofMethod(
      Binding self,
      int lift,
      String method,
      MethodKind kind,
      MethodBody<R> body,
      Arguments arguments) {
    var call = new LiftedCall(self, lift);
    var all = call.collect(arguments.asList());
    var function =
        call.new Function<R>(List.of(method, body.getClass())) {
          @Override
          R run(Binding inner, List<@Nullable Object> own) {
            return inner.call(method, kind, body, new Arguments(own.toArray()));
          }
        };
    return self.lifts().get(lift).lifting().run(call.scopes(), function, all);
  }

  /** {@return the arguments with placeholders for modules and variables, which are collected} */
  List<@Nullable Object> collect(List<@Nullable Object> arguments) {
    List<@Nullable Object> replaced =
        LooseTrees.map(
            arguments,
            leaf ->
                switch (leaf) {
                  case Module<?> module -> {
                    var binding = self.realm().resolve(module);
                    yield binding == null ? module : new ModuleAt(add(binding));
                  }
                  case Variable<?> variable -> {
                    variables.add(variable);
                    yield new VariableAt(variables.size() - 1);
                  }
                  default -> leaf;
                });
    addComponents(self.host());
    return replaced;
  }

  private int add(Binding binding) {
    if (!bindings.contains(binding)) {
      addComponents(binding);
      bindings.add(binding);
    }
    return bindings.indexOf(binding);
  }

  private void addComponents(Binding binding) {
    for (var component : binding.type().components()) {
      ModuleTree.walk(
          component.get().apply(binding.definition()),
          component.scopeName(),
          (module, _) -> {
            var inner = binding.realm().resolve(module);
            if (inner != null) {
              add(inner);
            }
          });
    }
  }

  /**
   * {@return the lifted scopes: the scopes of variables, of other modules, and of the function's
   * module}
   */
  List<Scope> scopes() {
    var scopes = new ArrayList<Scope>();
    variables.forEach(variable -> scopes.add(variable.scope()));
    bindings.stream().skip(1).forEach(binding -> scopes.add(binding.scope()));
    scopes.add(self.scope());
    return scopes;
  }

  /** The function that transformations run: each run binds the modules to its scopes. */
  abstract class Function<R extends @Nullable Object> implements LiftedFunction<R> {

    private final Object code;

    /**
     * Makes a function.
     *
     * @param code the identity of the function in the program cache; equal for equal functions
     */
    Function(Object code) {
      this.code = code;
    }

    /** Runs it with modules and variables of one run as arguments. */
    abstract R run(Binding inner, List<@Nullable Object> own);

    @Override
    public R apply(List<Scope> scopes, List<? extends @Nullable Object> arguments) {
      var realm = self.realm().inLift();
      var inner = self.inside(realm, self.lifts().subList(0, remaining), scopes.getLast());
      realm.lift(self, inner);
      var inside = new ArrayList<Binding>();
      inside.add(inner);
      for (int i = 1; i < bindings.size(); i++) {
        var outside = bindings.get(i);
        var other = outside.inside(realm, outside.lifts(), scopes.get(variables.size() + i - 1));
        realm.lift(outside, other);
        inside.add(other);
      }
      List<@Nullable Object> own =
          LooseTrees.map(
              new ArrayList<@Nullable Object>(arguments),
              leaf ->
                  switch (leaf) {
                    case ModuleAt(int i) -> inside.get(i).module();
                    case VariableAt(int i) -> variables.get(i).in(scopes.get(i));
                    default -> leaf;
                  });
      inner.resume(state);
      var result = run(inner, own);
      inner.settleAll();
      self.advance(inner.state());
      requireNoModules(result);
      return result;
    }

    private void requireNoModules(@Nullable Object result) {
      for (var leaf : Trees.leaves(result)) {
        if (leaf instanceof Module || leaf instanceof Variable) {
          throw ModuleErrors.returned("A lifted function", leaf);
        }
      }
    }

    @Override
    public @Nullable Object key() {
      var modules = new ArrayList<Object>();
      for (var binding : bindings) {
        if (binding.hooks() != Hooks.NONE) {
          return null;
        }
        modules.add(List.of(binding.type(), binding.definition(), binding.lifts()));
      }
      return List.of(code, remaining, state, modules);
    }

    @Override
    public Object state() {
      return self.state();
    }

    @Override
    public void restore(Object after) {
      self.advance((BindingState) after);
    }
  }
}
