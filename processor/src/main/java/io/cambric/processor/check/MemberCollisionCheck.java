package io.cambric.processor.check;

import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Checks that the generated methods differ from each other and from those of every module. */
final class MemberCollisionCheck implements ModuleCheck {

  private final Elements elements;
  private final Types types;

  MemberCollisionCheck(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  @Override
  public void check(ModuleModel module, Report report) {
    var reserved = reserved(module);
    var seen = new HashMap<String, Member>();
    for (var member : module.members()) {
      var signature = signature(module, member);
      var other = seen.putIfAbsent(signature, member);
      if (reserved.contains(signature)) {
        report(member, signature, "which every module has", report);
      } else if (other != null) {
        // What the user wrote is to blame, not what follows from it.
        var culprit = other instanceof Member.Call ? other : member;
        var kept = culprit == other ? member : other;
        report(culprit, signature, "which comes from " + lower(describe(kept)), report);
      }
    }
  }

  private static void report(Member member, String signature, String reason, Report report) {
    report.about(
        DiagnosticCode.MEMBER_COLLISION,
        member.origin(),
        "%s would generate %s, %s.".formatted(describe(member), simple(signature), reason),
        "Rename it.");
  }

  private static String describe(Member member) {
    return switch (member) {
      case Member.Factory _ -> "A constructor";
      case Member.Accessor accessor -> "Component " + accessor.component().name();
      case Member.Wither wither -> "Component " + wither.component().name();
      case Member.Self _ -> "Every module";
      case Member.Parts parts -> "Setup method " + parts.setup().methodName();
      case Member.Call call -> "Method " + call.method().name();
      case Member.Shorthand _ -> "Method call";
    };
  }

  private static String lower(String text) {
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  private Set<String> reserved(ModuleModel module) {
    var reserved = new HashSet<>(Set.of("def()"));
    if (module.isGeneric()) {
      reserved.addAll(Set.of("type()", "newType()"));
    }
    var superclass = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    if (superclass != null) {
      for (var method : ElementFilter.methodsIn(elements.getAllMembers(superclass))) {
        if (method.getModifiers().contains(Modifier.PUBLIC)
            || method.getModifiers().contains(Modifier.PROTECTED)) {
          reserved.add(signature(method));
        }
      }
    }
    return reserved;
  }

  private String signature(ExecutableElement method) {
    var parameters =
        method.getParameters().stream()
            .map(p -> TypeName.get(types.erasure(p.asType())).toString());
    return method.getSimpleName() + "(" + String.join(", ", parameters.toList()) + ")";
  }

  private static String signature(ModuleModel module, Member member) {
    var variables = new ArrayList<TypeVariableName>(member.typeVariables());
    variables.addAll(module.typeVariables());
    var bounds = new HashMap<String, TypeVariableName>();
    variables.forEach(v -> bounds.putIfAbsent(v.name(), v));
    var parameters =
        member.parameterTypes().stream().map(t -> Erasure.of(t, Map.copyOf(bounds)).toString());
    return member.name() + "(" + String.join(", ", parameters.toList()) + ")";
  }

  /** Signatures are compared by qualified names, and shown by simple ones. */
  private static String simple(String signature) {
    return signature.replaceAll("[\\w$]+\\.", "");
  }
}
