package io.cambric.core;

import io.cambric.errors.NestingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A closed program: inputs, equations in order, outputs. Immutable, and compared by identity.
 * Programs derived from it (its linearization, its compiled form) are kept with it.
 *
 * <p>Arrays that the traced function captured are leading inputs; the caller of the trace holds
 * their values.
 */
public final class Jaxpr {

  private final List<Atom.Var> inputs;
  private final List<Eqn> eqns;
  private final List<Atom> outputs;
  private final boolean effects;
  private final Set<String> axisNames;
  private final int depth;
  private final Map<Object, Object> derived = new ConcurrentHashMap<>();

  /** Makes a program of copies of the lists. */
  public Jaxpr(List<Atom.Var> inputs, List<Eqn> eqns, List<? extends Atom> outputs) {
    this.inputs = List.copyOf(inputs);
    this.eqns = List.copyOf(eqns);
    this.outputs = List.copyOf(outputs);
    this.effects = this.eqns.stream().anyMatch(eqn -> eqn.primitive().hasEffects());
    var names = new HashSet<String>();
    eqns.forEach(eqn -> names.addAll(eqn.primitive().axisNames()));
    this.axisNames = Set.copyOf(names);
    this.depth = 1 + this.eqns.stream().mapToInt(Jaxpr::depth).max().orElse(0);
  }

  private static int depth(Eqn eqn) {
    if (!ParamsText.canHoldPrograms(eqn.primitive())) {
      return 0;
    }
    return eqn.primitive().programs().values().stream()
        .flatMap(List::stream)
        .mapToInt(Jaxpr::depth)
        .max()
        .orElse(0);
  }

  /** {@return the depth of nested programs, this program included} */
  int depth() {
    return depth;
  }

  /** {@return the variables bound by the caller} */
  public List<Atom.Var> inputs() {
    return inputs;
  }

  /** {@return the equations, each reading only what is bound before it} */
  public List<Eqn> eqns() {
    return eqns;
  }

  /** {@return the atoms that the program returns} */
  public List<Atom> outputs() {
    return outputs;
  }

  /** {@return the names of the mapped axes that its operations use} */
  public Set<String> axisNames() {
    return axisNames;
  }

  /** {@return the avals of the inputs} */
  public List<ShapedArray> inputAvals() {
    return inputs.stream().map(Atom.Var::aval).toList();
  }

  /** {@return the avals of the outputs} */
  public List<ShapedArray> outputAvals() {
    return outputs.stream().map(Atom::aval).toList();
  }

  /**
   * {@return whether this program has effects besides its outputs; see {@link
   * Primitive#hasEffects}}
   */
  public boolean hasEffects() {
    return effects;
  }

  /**
   * {@return an object derived from this program, made once for each key}
   *
   * @param key a value that names the derivation and its parameters
   */
  @SuppressWarnings("unchecked")
  public <T> T derive(Object key, Function<Jaxpr, T> make) {
    var known = (T) derived.get(key);
    if (known != null) {
      return known;
    }
    var made = ArrayScope.outside(() -> make.apply(this));
    var raced = (T) derived.putIfAbsent(key, made);
    return raced == null ? made : raced;
  }

  /**
   * {@return the result of work on this and on the programs inside of it}
   *
   * @throws NestingException if the nested programs fill the stack
   */
  public <T> T nested(Supplier<T> work) {
    try {
      return work.get();
    } catch (Error e) {
      var overflow = NestingException.overflow(e);
      if (overflow == null) {
        throw e;
      }
      throw TransformationNesting.ofPrograms(this, overflow, e);
    }
  }

  /** {@return the results for these arguments, each equation bound in the current trace} */
  public List<Array> eval(List<? extends Array> arguments) {
    var environment = new IdentityHashMap<Atom.Var, Array>();
    for (int i = 0; i < inputs.size(); i++) {
      environment.put(inputs.get(i), arguments.get(i));
    }
    for (var eqn : eqns) {
      var operands = new ArrayList<Array>(eqn.inputs().size());
      for (var atom : eqn.inputs()) {
        operands.add(read(atom, environment));
      }
      var results = Trace.at(eqn.source(), () -> Trace.bind(eqn.primitive(), operands));
      for (int i = 0; i < results.size(); i++) {
        environment.put(eqn.outputs().get(i), results.get(i));
      }
    }
    return outputs.stream().map(atom -> read(atom, environment)).toList();
  }

  private static Array read(Atom atom, Map<Atom.Var, Array> environment) {
    return switch (atom) {
      case Atom.Literal literal -> literal.array();
      case Atom.Var variable -> {
        var value = environment.get(variable);
        if (value == null) {
          throw new IllegalStateException("A jaxpr reads " + variable + " before it is bound.");
        }
        yield value;
      }
    };
  }

  /**
   * {@return the program in the notation of JAX}
   *
   * @throws NestingException if programs inside of this one fill the stack
   */
  public String toText() {
    return nested(() -> JaxprText.of(this));
  }

  @Override
  public String toString() {
    return toText();
  }
}
