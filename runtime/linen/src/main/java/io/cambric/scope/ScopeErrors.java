package io.cambric.scope;

import io.cambric.array.AxisOrder;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.LazyInitException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.ScopeException;
import io.cambric.errors.VariableNotFoundException;
import java.util.Collection;
import java.util.List;

/**
 * The error messages of scopes. They name the location, the requirement, the given value and the
 * fix.
 */
final class ScopeErrors {

  private ScopeErrors() {}

  static ScopeException paramNotFound(Scope scope, String name) {
    if (isMissing(scope, Variables.PARAMS)) {
      return collectionNotFound(scope, "Parameter", Variables.PARAMS, name);
    }
    var present = scope.values().names(Variables.PARAMS);
    var leaf = scope.values().leafOnTheWay(Variables.PARAMS);
    if (leaf.isPresent()) {
      return leafOnTheWay(scope, "Parameter", Variables.PARAMS, name, leaf.get());
    }
    var from = LiftErrors.notWriting(scope, Variables.PARAMS);
    return new ParamNotFoundException(
        from != null
            ? notMade(scope, from, "Parameter", Variables.PARAMS, name)
            : "Parameter \"%s\" %s is not in the given collection \"params\", which has %s there.%s Pass the variables that init of this model returned, or init again."
                .formatted(name, where(scope), present, NameSuggestions.didYouMean(name, present)));
  }

  /** Whether a collection is not there; one that a transformation lifts may have nothing here. */
  private static boolean isMissing(Scope scope, String collection) {
    return scope.values().isCollectionEmpty(collection)
        && !LiftErrors.isGivenOutside(scope, collection);
  }

  static ScopeException variableNotFound(Scope scope, String collection, String name) {
    if (isMissing(scope, collection)) {
      return collectionNotFound(scope, "Variable", collection, name);
    }
    var present = scope.values().names(collection);
    var leaf = scope.values().leafOnTheWay(collection);
    if (leaf.isPresent()) {
      return leafOnTheWay(scope, "Variable", collection, name, leaf.get());
    }
    var from = LiftErrors.notWriting(scope, collection);
    return new VariableNotFoundException(
        from != null
            ? notMade(scope, from, "Variable", collection, name)
            : "Variable \"%s\" %s is not in the given collection \"%s\", which has %s there.%s Pass the variables that init of this model returned, or make the collection mutable and give the variable an initial value."
                .formatted(
                    name,
                    where(scope),
                    collection,
                    present,
                    NameSuggestions.didYouMean(name, present)));
  }

  private static InvalidVariablesException leafOnTheWay(
      Scope scope, String what, String collection, String name, List<String> leaf) {
    return new InvalidVariablesException(
        "%s \"%s\" %s needs nested values on its path, but \"%s\" of the given collection \"%s\" is a leaf. Pass the variables that init of this model returned, or init again."
            .formatted(what, name, where(scope), String.join("/", leaf), collection));
  }

  private static String notMade(
      Scope scope, LiftedFrom from, String what, String collection, String name) {
    return "%s \"%s\" %s is missing and cannot be created, because %s, or create it before."
        .formatted(what, name, where(scope), LiftErrors.notWritten(from, collection));
  }

  private static ScopeException collectionNotFound(
      Scope scope, String what, String collection, String name) {
    var withholding = LiftErrors.withholding(scope, collection);
    if (withholding != null) {
      return new CollectionNotFoundException(
          "%s \"%s\" %s needs collection \"%s\", which %s. %s"
              .formatted(
                  what,
                  name,
                  where(scope),
                  collection,
                  LiftErrors.withheld(withholding, collection),
                  LiftErrors.mend(withholding, collection)));
    }
    var notWriting = LiftErrors.notWriting(scope, collection);
    if (notWriting != null) {
      return new CollectionNotFoundException(notMade(scope, notWriting, what, collection, name));
    }
    var given = scope.values().collectionNames();
    return new CollectionNotFoundException(
        "%s \"%s\" %s needs collection \"%s\", but got %s.%s Pass the variables that init of this model returned, or make \"%s\" mutable."
            .formatted(
                what,
                name,
                where(scope),
                collection,
                given,
                NameSuggestions.didYouMean(collection, given),
                collection));
  }

  /** The error for a leaf at the name of a submodule. */
  static InvalidVariablesException leafInPlaceOfChild(String name, Object leaf) {
    return new InvalidVariablesException(
        "A submodule \"%s\" at %s needs nested values for its variables, but the given \"%s\" is %s. Pass the variables that init of this model returned, or give the submodule another name."
            .formatted(name, Source.capture(), name, VariablesText.leafText(leaf)));
  }

  static ParamShapeException paramShape(Scope scope, String name, Shape stored, Shape yielded) {
    return new ParamShapeException(
        "Parameter \"%s\" %s was initialised with shape %s, but the initializer now yields shape %s.%s"
            .formatted(name, where(scope), stored, yielded, mend(scope, name, stored, yielded)));
  }

  private static String mend(Scope scope, String name, Shape stored, Shape yielded) {
    if (scope.<Object>getVariable(Variables.PARAMS, name).orElse(null) instanceof Shard shard) {
      return " It is the slice of one lane of axis \"%s\". Call the module through sharded(), or gather the parameter with Shards.gather."
          .formatted(shard.axisName());
    }
    return AxisOrder.mend(stored, yielded)
        .map(mend -> mend + " If it comes from this model, init again.")
        .orElse(" Call apply with inputs shaped as at init, or init again.");
  }

  static ParamShapeException paramIsNoArray(Scope scope, String name, Object stored, Shape shape) {
    return new ParamShapeException(
        "Parameter \"%s\" %s needs an array of shape %s, but in the given collection \"params\" it is %s. Pass the variables that init of this model returned, or init again."
            .formatted(
                name,
                where(scope),
                shape,
                stored instanceof Params below
                    ? "a subtree of " + below.entries().keySet()
                    : VariablesText.leafText(stored)));
  }

  static ImmutableCollectionException immutable(Scope scope, String collection, String name) {
    var from = LiftErrors.notWriting(scope, collection);
    if (from != null) {
      return new ImmutableCollectionException(
          "Variable \"%s\" %s cannot be written, because %s."
              .formatted(name, where(scope), LiftErrors.notWritten(from, collection)));
    }
    return new ImmutableCollectionException(
        "Variable \"%s\" %s cannot be written, because collection \"%s\" is immutable in this call. Add it to the mutable ones, as in apply(variables, mutable(\"%s\"), ...)."
            .formatted(name, where(scope), collection, collection));
  }

  static MissingRngException missingRng(Scope scope, String stream) {
    var from = LiftErrors.withholdingStream(scope, stream);
    if (from != null) {
      return new MissingRngException(
          "Random stream \"%s\" was requested %s, but this %s does not lift it. Name it in the options, as in %s."
              .formatted(
                  stream, where(scope), from.transformation(), LiftErrors.stream(from, stream)));
    }
    return new MissingRngException(
        "Random stream \"%s\" was requested %s, but %s. Pass it, as in rng(\"%s\", key), or call without randomness."
            .formatted(
                stream,
                where(scope),
                scope.rngs().isEmpty()
                    ? "none was given"
                    : "the given streams are " + scope.rngs().keySet(),
                stream));
  }

  static NameInUseException nameInUse(Scope scope, String what, String name) {
    return new NameInUseException(
        "%s \"%s\" %s has a name that is already used in this scope. Each submodule and each variable of a collection needs a unique name: rename one of them, or reuse the existing one."
            .formatted(what, name, where(scope)));
  }

  static InvalidScopeException invalid(Scope scope) {
    return new InvalidScopeException(
        "Scope \"%s\" was used at %s after its init or apply had returned. Return arrays from the function, not modules or scopes. For a module that stays valid, use bind."
            .formatted(scope.pathText(), Source.capture()));
  }

  static InvalidScopeException invalidAfterLift(Scope scope) {
    return new InvalidScopeException(
        "Scope \"%s\" was used at %s after the lifted function that it was made for had returned. Return arrays from the function, not modules or scopes, and use the outer modules outside."
            .formatted(scope.pathText(), Source.capture()));
  }

  static MixedTransformationException outsideLift(Scope scope, String transformation) {
    return new MixedTransformationException(
        "Scope \"%s\" was used at %s by a function that %s runs with its own scopes. Pass the module or variable to the lifted function as an argument, and use its parameter."
            .formatted(scope.pathText(), Source.capture(), transformation));
  }

  static MixedTransformationException mixedTransformations(Scope scope, String what, Trace now) {
    return new MixedTransformationException(
        "%s %s, because the code runs in a transformation (%s) that began inside the module. Use the lifted transformation, as in Lift.%s or module.%s, or init and apply of a detached module."
            .formatted(what, where(scope), now.name(), now.name(), now.name()));
  }

  static InvalidVariablesException nestedParams(Collection<String> names) {
    return new InvalidVariablesException(
        "The collection \"params\" has an entry \"params\" among %s. Probably all variables were passed as one collection: pass the result of init, or Variables.of(params)."
            .formatted(names));
  }

  static LazyInitException lazyInit(String path, ShapedArray aval, List<ShapedArray> inputs) {
    return new LazyInitException(
        "Variable \"%s\" %s depends on the values of inputs, but lazyInit has only their shapes %s. Create it from shapes and keys alone, or call init with arrays."
            .formatted(path, aval, inputs));
  }

  /** The scope and the line of the user's code. */
  private static String where(Scope scope) {
    return "in scope \"%s\" at %s".formatted(scope.pathText(), Source.capture());
  }
}
