package io.cambric.processor.check;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import io.cambric.processor.read.InterfaceModel;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Checks that the generated class can implement the interfaces in {@code @Module(as = ...)}. */
final class InterfaceCheck implements ModuleCheck {

  private final Elements elements;
  private final Types types;
  private final Visibility visibility;

  InterfaceCheck(Elements elements, Types types, Visibility visibility) {
    this.visibility = visibility;
    this.elements = elements;
    this.types = types;
  }

  @Override
  public ModuleModel check(ModuleModel module, ElementReport report) {
    var unmet = new HashSet<InterfaceModel>();
    for (var wanted : module.interfaces()) {
      var problem = problem(module, wanted);
      if (problem.isPresent() && report(module, wanted, problem.get(), report)) {
        unmet.add(wanted);
      }
    }
    return module.withoutInterfaces(unmet);
  }

  private static boolean report(
      ModuleModel module, InterfaceModel wanted, Problem problem, ElementReport report) {
    return report.about(
        DiagnosticCode.INTERFACE_NOT_MET,
        module.element(),
        module.annotation(),
        wanted.value(),
        problem.what(),
        problem.mend());
  }

  private record Problem(String what, String mend) {}

  private Optional<Problem> problem(ModuleModel module, InterfaceModel wanted) {
    var name = wanted.element().getSimpleName();
    if (wanted.element().getKind() != ElementKind.INTERFACE) {
      return Optional.of(
          new Problem(
              "\"as\" must name interfaces, but %s is not an interface.".formatted(name),
              "Name an interface."));
    }
    var hidden = visibility.hidden(wanted.element());
    if (hidden.isPresent()) {
      var culprit = hidden.get().culprit().getSimpleName();
      return Optional.of(
          hidden.get().isPrivate()
              ? new Problem(
                  "%s cannot implement %s, because %s is private."
                      .formatted(module.module().simpleName(), name, culprit),
                  "Remove private from %s.".formatted(culprit))
              : new Problem(
                  "The generated class %s is public and exported, but the interface %s is not."
                      .formatted(module.module().simpleName(), name),
                  "Make %s public.".formatted(culprit)));
    }
    for (var method : wanted.methods()) {
      if (!isInherited(method)) {
        var candidates = candidates(module, method);
        var misfit = misfit(module, wanted, method, candidates);
        if (misfit.isPresent()) {
          return misfit;
        }
        if (!candidates.isEmpty()) {
          continue;
        }
        return Optional.of(
            new Problem(
                "%s must implement %s, but %s has no method %s with %s parameters."
                    .formatted(
                        module.module().simpleName(),
                        name,
                        module.name(),
                        method.getSimpleName(),
                        method.getParameters().size()),
                "Add it, or remove the interface."));
      }
    }
    return wanted.type() instanceof ParameterizedTypeName type
            && type.typeArguments().stream().anyMatch(WildcardTypeName.class::isInstance)
        ? Optional.of(
            new Problem(
                "The methods of %s do not determine the type arguments of %s."
                    .formatted(module.name(), name),
                "Name an interface without type parameters that extends it."))
        : Optional.empty();
  }

  /** Whether every object or module has the method. */
  private boolean isInherited(ExecutableElement method) {
    var inherited = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    return inherited != null
        && ElementFilter.methodsIn(elements.getAllMembers(inherited)).stream()
            .anyMatch(m -> isLike(m, method));
  }

  /** The members that may implement a method, by name and number of parameters. */
  private static List<Member> candidates(ModuleModel module, ExecutableElement method) {
    return module.members().stream()
        .filter(member -> !(member instanceof Member.Factory))
        .filter(member -> method.getSimpleName().contentEquals(member.name()))
        .filter(member -> method.getParameters().size() == member.parameterTypes().size())
        .toList();
  }

  /**
   * The problem of parameter types that differ in all candidates, or of the result type of the
   * matching candidate.
   */
  private Optional<Problem> misfit(
      ModuleModel module,
      InterfaceModel wanted,
      ExecutableElement method,
      List<Member> candidates) {
    var type = (DeclaredType) wanted.element().asType();
    var signature = (ExecutableType) types.asMemberOf(type, method);
    var parameters = signature.getParameterTypes().stream().map(p -> erasure(p, wanted)).toList();
    for (var member : candidates) {
      if (fit(parameters, parameters(module, member))) {
        var result = erasure(signature.getReturnType(), wanted);
        return returns(module, member, result)
            ? Optional.empty()
            : Optional.of(resultProblem(module, wanted, member, result));
      }
    }
    return candidates.stream()
        .findFirst()
        .map(member ->
            new Problem(
                "%s must implement %s, where %s takes (%s), but %s of %s takes (%s)."
                    .formatted(
                        module.module().simpleName(),
                        wanted.element().getSimpleName(),
                        member.name(),
                        simple(parameters),
                        member.name(),
                        module.name(),
                        simple(parameters(module, member))),
                "Use the same parameters, or remove the interface."));
  }

  /**
   * Whether parameter types match. A type that this processing round generates has no package in
   * the interface.
   */
  private static boolean fit(List<TypeName> wanted, List<TypeName> actual) {
    return IntStream.range(0, wanted.size())
        .allMatch(i ->
            wanted.get(i).equals(actual.get(i))
                || wanted.get(i) instanceof ClassName unknown
                    && unknown.packageName().isEmpty()
                    && actual.get(i) instanceof ClassName known
                    && known.simpleName().equals(unknown.simpleName()));
  }

  private static Problem resultProblem(
      ModuleModel module, InterfaceModel wanted, Member member, TypeName result) {
    return new Problem(
        "%s must implement %s, where %s returns %s, but %s of %s returns %s."
            .formatted(
                module.module().simpleName(),
                wanted.element().getSimpleName(),
                member.name(),
                simple(List.of(result)),
                member.name(),
                module.name(),
                result(module, member).map(type -> simple(List.of(type))).orElse("nothing")),
        "Return %s, or remove the interface.".formatted(simple(List.of(result))));
  }

  /**
   * Whether a result has the type that the interface needs. The compiler checks types that aren't
   * generated yet.
   */
  private boolean returns(ModuleModel module, Member member, TypeName wanted) {
    var result = result(module, member);
    if (result.isEmpty() || result.get().equals(wanted)) {
      return true;
    }
    var actualType = declared(result.get());
    var wantedType = declared(wanted);
    return actualType.isPresent() && wantedType.isPresent()
        ? types.isSubtype(actualType.get(), wantedType.get())
        : !isPlain(result.get()) && !isPlain(wanted);
  }

  private static Optional<TypeName> result(ModuleModel module, Member member) {
    var type =
        switch (member) {
          case Member.Call call -> Optional.of(call.method().returnType());
          case Member.Accessor accessor -> Optional.of(accessor.component().type());
          default -> Optional.<TypeName>empty();
        };
    return type.map(t -> Erasure.of(t, bounds(module, member)));
  }

  private Optional<TypeMirror> declared(TypeName type) {
    return type instanceof ClassName name
        ? Optional.ofNullable(elements.getTypeElement(name.canonicalName()))
            .map(element -> types.erasure(element.asType()))
        : Optional.empty();
  }

  private static boolean isPlain(TypeName type) {
    return type.isPrimitive() || type.equals(TypeName.VOID);
  }

  private static Map<String, TypeVariableName> bounds(ModuleModel module, Member member) {
    var bounds = new HashMap<String, TypeVariableName>();
    member.typeVariables().forEach(v -> bounds.put(v.name(), v));
    module.typeVariables().forEach(v -> bounds.putIfAbsent(v.name(), v));
    return bounds;
  }

  private static List<TypeName> parameters(ModuleModel module, Member member) {
    var bounds = bounds(module, member);
    return member.parameterTypes().stream().map(t -> Erasure.of(t, bounds)).toList();
  }

  /** The erased type of a part of a signature, under the type arguments of the interface. */
  private static TypeName erasure(TypeMirror part, InterfaceModel wanted) {
    var variables = wanted.element().getTypeParameters();
    for (int i = 0; i < variables.size(); i++) {
      if (part.toString().equals(variables.get(i).toString())
          && wanted.type() instanceof ParameterizedTypeName type) {
        return Erasure.of(type.typeArguments().get(i), Map.of());
      }
    }
    return Erasure.of(TypeName.get(part), Map.of());
  }

  private static String simple(List<TypeName> types) {
    return types.stream()
        .map(type -> type.toString().replaceAll("\\w+\\.(?=\\w)", ""))
        .collect(Collectors.joining(", "));
  }

  private static boolean isLike(ExecutableElement method, ExecutableElement wanted) {
    return method.getSimpleName().equals(wanted.getSimpleName())
        && method.getParameters().size() == wanted.getParameters().size();
  }
}
