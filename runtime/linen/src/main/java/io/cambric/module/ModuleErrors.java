package io.cambric.module;

import io.cambric.core.Source;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.errors.SupersededModuleException;
import io.cambric.errors.TransformedReturnException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.scope.Names;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The error messages of modules. They name the location, the requirement, the given value and the
 * fix.
 */
final class ModuleErrors {

  private ModuleErrors() {}

  static UnboundModuleException unboundCall(Module<?> module, String method) {
    return new UnboundModuleException(
        "%s.%s at %s is compact and needs a bound module, but this %s is unbound. Call it inside init or apply, as in model.apply(variables, m -> m.%s(...)), or bind the model."
            .formatted(module.type(), method, UserLine.capture(), module.type(), method));
  }

  static UnboundModuleException unboundParts(Module<?> module) {
    return new UnboundModuleException(
        "A method of %s at %s needs the parts of its setup, but this %s is unbound, so setup has not run. Call it inside init or apply, or bind the model."
            .formatted(module.type(), UserLine.capture(), module.type()));
  }

  static UnboundModuleException unboundUse(String what, Module<?> module) {
    return new UnboundModuleException(
        "%s at %s needs a bound module, but this %s is unbound. Call it inside init or apply, or on the result of bind."
            .formatted(what, UserLine.capture(), module.type()));
  }

  /** The error for a function of definitions that is called outside of a bound module. */
  static UnboundModuleException noModule(String what, @Nullable MethodFrame frame) {
    var unbound = frame == null ? null : frame.unboundModule();
    return new UnboundModuleException(
        unbound == null
            ? "%s at %s needs a running module, but no module method is running. Call it in a method of a @Module definition."
                .formatted(what, UserLine.capture())
            : "%s at %s needs a bound module, but %s runs unbound. Call it inside init or apply. An unbound module has parts only if its setup declares no variables."
                .formatted(what, UserLine.capture(), unbound.type()));
  }

  static MixedTransformationException outsideLift(Module<?> module) {
    return new MixedTransformationException(
        "%s was used at %s in a lifted function without being passed to it, so the function lacks its variables. Pass it to the lifted function as an argument, and use the parameter."
            .formatted(
                module
                    .name()
                    .map(name -> "%s \"%s\"".formatted(module.type(), name))
                    .orElse(module.type().toString()),
                UserLine.capture()));
  }

  static TransformedReturnException returned(String what, Object value) {
    return new TransformedReturnException(
        "%s at %s returned %s, but modules and variables of a lifted function do not outlive it. Return arrays, and use the modules that the function was called with."
            .formatted(
                what,
                UserLine.capture(),
                value instanceof Module<?> module ? "a " + module.type() : value));
  }

  static UnboundModuleException setupRunning(Binding binding) {
    return new UnboundModuleException(
        "A method of %s %s needs the parts of setup, but setup is still running. Return the parts first, and call the method from another method."
            .formatted(binding.type(), at(binding)));
  }

  static UnboundModuleException notInSetupRecord(Module<?> module, Binding parent) {
    return new UnboundModuleException(
        "%s was constructed in setup of %s %s, but is not in the record that setup returns, so it has no name and no variables. Make it a component of that record, or give it a name with named(...)."
            .formatted(module.type(), parent.type(), at(parent)));
  }

  static UnboundModuleException noSelf(ModuleType<?> type) {
    return new UnboundModuleException(
        "%s.self() at %s needs a running %s, but none is running. Call it in a method of %s."
            .formatted(type, UserLine.capture(), type, type));
  }

  static SupersededModuleException superseded(Module<?> module, Module<?> owner) {
    return new SupersededModuleException(
        "%s was used at %s after %s had replaced it. Use the result of the last wither, named or transformation instead."
            .formatted(
                module.type(),
                UserLine.capture(),
                owner.name().map(name -> "\"" + name + "\"").orElse("a changed copy of it")));
  }

  static SubmoduleOutsideSetupException submoduleOutsideSetup(
      Module<?> module, Binding parent, @Nullable Source opened) {
    return new SubmoduleOutsideSetupException(
        "%s was constructed at %s in a method of %s %s that is neither setup nor compact. Construct it in setup, annotate the method with @Compact, or detach it with detached()."
            .formatted(module.type(), opened, parent.type(), at(parent)));
  }

  static SubmoduleOutsideSetupException variableOutsideSetup(String what, Binding binding) {
    return new SubmoduleOutsideSetupException(
        "%s in a method of %s %s must be created in setup or in a compact method, but this method is neither. Move it to setup, or annotate the method with @Compact."
            .formatted(what, binding.type(), at(binding)));
  }

  static NameInUseException nameInUse(Module<?> module, String name, Binding parent) {
    return new NameInUseException(
        "Submodule %s \"%s\" of %s %s has a name that is already used in this scope. Each submodule and variable needs a unique name: rename one of them with named(...)."
            .formatted(module.type(), name, parent.type(), at(parent)));
  }

  static InvalidNameException noMethod(
      ModuleType<?> type, String transformation, String method, Set<String> present) {
    return new InvalidNameException(
        "%s of %s at %s needs names of its methods, which are %s, but got \"%s\".%s Name the method to transform."
            .formatted(
                transformation,
                type,
                UserLine.capture(),
                present,
                method,
                Names.didYouMean(method, present)));
  }

  private static String at(Binding binding) {
    return "in scope \"%s\" at %s".formatted(binding.scope().pathText(), UserLine.capture());
  }
}
