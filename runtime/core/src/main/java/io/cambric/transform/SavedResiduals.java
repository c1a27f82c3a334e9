package io.cambric.transform;

import io.cambric.control.CheckpointName;
import io.cambric.control.JitCall;
import io.cambric.control.Remat;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.SavedResidual;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the values of the forward pass that the backward pass of a function reads. */
final class SavedResiduals {

  private SavedResiduals() {}

  static <A> List<SavedResidual> of(Fn<A, ?> function, A argument) {
    var tree = ArrayTree.of(argument);
    var calls = new Calls<>(function, tree.structure());
    var wanted = tree.arrays().stream().map(array -> array.dtype().isFloating()).toList();
    var traced =
        StagingTrace.trace(
            "savedResiduals",
            ShapedArray.ofAll(tree.arrays()),
            arrays -> read(LinearizeTrace.linearize(calls, arrays, wanted).linear()));
    var jaxpr = Inliner.inline(traced.jaxpr(), SavedResiduals::inlined);
    int captured = traced.constants().size();
    var paths = tree.structure().arrayPaths();
    var listed = new ArrayList<SavedResidual>();
    for (var atom : new LinkedHashSet<>(jaxpr.outputs())) {
      int input = atom instanceof Atom.Var variable ? jaxpr.inputs().indexOf(variable) : -1;
      listed.add(
          new SavedResidual(
              atom.aval(),
              input >= captured
                  ? argument(paths.get(input - captured))
                  : input >= 0 ? "from a captured array" : origin(jaxpr, atom)));
    }
    return listed;
  }

  /** {@return the captured arrays on which the results of a linear program depend} */
  private static List<Array> read(Traced linear) {
    var live = DeadCode.drop(linear.jaxpr());
    Set<Atom> read = Collections.newSetFromMap(new IdentityHashMap<>());
    live.eqns().forEach(eqn -> read.addAll(eqn.inputs()));
    read.addAll(live.outputs());
    var arrays = new ArrayList<Array>();
    for (int i = 0; i < linear.constants().size(); i++) {
      if (read.contains(live.inputs().get(i))) {
        arrays.add(linear.constants().get(i));
      }
    }
    return arrays;
  }

  private static @Nullable Jaxpr inlined(Eqn eqn) {
    return switch (eqn.primitive()) {
      case JitCall call -> call.jaxpr();
      case Remat remat -> remat.jaxpr();
      default -> null;
    };
  }

  private static String argument(String path) {
    return path.isEmpty() ? "from the argument" : "from the argument, leaf \"" + path + "\"";
  }

  private static String origin(Jaxpr jaxpr, Atom atom) {
    for (var eqn : jaxpr.eqns()) {
      if (atom instanceof Atom.Var variable && eqn.outputs().contains(variable)) {
        return eqn.primitive() instanceof CheckpointName(var label)
            ? "named \"%s\" from %s".formatted(label, eqn.source())
            : "output of %s from %s".formatted(eqn.primitive().name(), eqn.source());
      }
    }
    return "from a constant";
  }
}
